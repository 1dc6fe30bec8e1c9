import { LOCALIZES, type SourceText } from './sourceTexts.ts';

/** Finds texts that look as if a user reads them and that are not localized. */
export function unlocalizedTexts(texts: readonly SourceText[]): {
  readonly unlocalized: readonly string[];
  /** Exceptions below that no longer match anything. */
  readonly unusedExceptions: readonly string[];
} {
  const candidates = texts.filter(text => looksLikeUserText(text) && !isHandled(text));
  const isException = ({ file, text }: SourceText): boolean =>
    file in EXCEPTED_FILES || folderOf(file) in EXCEPTED_FOLDERS || text in EXCEPTED_TEXTS;
  const exceptions = candidates.filter(isException);
  return {
    unlocalized: candidates
      .filter(text => !isException(text))
      .map(({ location, text }) => `${location}: ${text.trim().replaceAll(/\s+/g, ' ')}`),
    unusedExceptions: [
      ...Object.keys(EXCEPTED_FOLDERS).filter(
        folder => !exceptions.some(text => folderOf(text.file) === folder),
      ),
      ...Object.keys(EXCEPTED_FILES).filter(file => !exceptions.some(text => text.file === file)),
      ...Object.keys(EXCEPTED_TEXTS).filter(text => !exceptions.some(item => item.text === text)),
    ],
  };
}

/** Two words, a word next to a placeholder, or one capitalized word, as in titles and buttons. */
function looksLikeUserText(source: SourceText): boolean {
  const { text, isTemplate } = source;
  return (
    /\p{L}{2}\p{P}* \p{P}*\p{L}{2}/u.test(text) ||
    /^\s*\p{Lu}\p{Ll}+[.:!?…]?\s*$/u.test(text) ||
    (isDisplayed(source) && /\p{L}{2}/u.test(text.replaceAll(/\$\([\w-]+\)/g, ''))) ||
    (isTemplate && /(?:^|[\s(])\p{L}{2,}(?: |: )\{\}|\{\}[ :,(]+\p{L}{2}/u.test(text))
  );
}

/** Whether the text is the value of a property or attribute that VS Code or our chat view displays. */
function isDisplayed({ file, ancestors }: SourceText): boolean {
  const parent = ancestors.at(-1);
  const name = (parent?.['key'] as { readonly name?: unknown } | undefined)?.name;
  return parent?.type === 'Property'
    ? file.startsWith('src/vscode/') && DISPLAYED_PROPERTIES.test(String(name))
    : parent?.type === 'JSXAttribute';
}

const DISPLAYED_PROPERTIES =
  /^(?:label|title|detail|description|tooltip|placeHolder|group|header|text|words)$/;

function isHandled({ callee, ancestors, file }: SourceText): boolean {
  const attribute = ancestors.findLast(({ type }) => type === 'JSXAttribute');
  const name = (attribute?.['name'] as { readonly name?: unknown } | undefined)?.name;
  const parent = ancestors.at(-1);
  return (
    file === 'src/webview/ui/strings.ts' ||
    file.startsWith('src/webview/ui/strings/') ||
    LOCALIZES.test(callee) ||
    INTERNAL_CALLS.test(callee) ||
    (typeof name === 'string' && !DISPLAYED_ATTRIBUTES.test(name)) ||
    /^(?:BinaryExpression|MemberExpression|SwitchCase|PropertyDefinition)$/.test(parent?.type ?? '')
  );
}

const DISPLAYED_ATTRIBUTES =
  /^(?:title|alt|placeholder|label|aria-(?:label|description|valuetext|roledescription))$/;

/** Calls whose arguments no user reads: logging, answers to agents, internal errors, string searches. */
const INTERNAL_CALLS = new RegExp(
  [
    String.raw`(?:^|\.)#?(?:log|logger|listener|didLog|noted|printed|taps|channels)\.\w+$`,
    String.raw`(?:^|\.)(?:appendLine|startsWith|endsWith|includes|indexOf|lastIndexOf|closest|querySelector)$`,
    String.raw`^(?:internalError|invalidParams|notFound|notThat|invalid\w*|(?:acp\.)?RequestError\.\w+)$`,
    String.raw`^(?:Error|RangeError|WireError|ResponseError|RegExp|anyCase|super)$`,
  ].join('|'),
);

const FOR_AGENTS = 'read by agents';
const NAMES = 'names';
const CODE = 'code, keys or markup';

/** Folders whose texts no user reads, and who reads them. */
const EXCEPTED_FOLDERS: Readonly<Record<string, string>> = {
  'src/agent/mcp': FOR_AGENTS,
  'src/core/tools': FOR_AGENTS,
  'src/vscode/tools': FOR_AGENTS,
};

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/'));

/** Files whose texts no user reads, and who reads them. */
const EXCEPTED_FILES: Readonly<Record<string, string>> = {
  'src/agent/files/agentFiles.ts': FOR_AGENTS,
  'src/agent/files/textEncoding.ts': FOR_AGENTS,
  'src/agent/files/pathGuard.ts': FOR_AGENTS,
  'src/agent/files/readGuardedFile.ts': FOR_AGENTS,
  'src/agent/files/replaceFile.ts': FOR_AGENTS,
  'src/agent/requests/createWriteApprover.ts': FOR_AGENTS,
  'src/agent/git/gitDiff.ts': FOR_AGENTS,
  'src/agent/git/withUntrackedFiles.ts': FOR_AGENTS,
  'src/agent/terminal/prepareStart.ts': FOR_AGENTS,
  'src/agent/process/runnerFolder.ts': CODE,
  'src/agent/requests/vendorRequests.ts': FOR_AGENTS,
  'src/agent/wire/agentStream.ts': FOR_AGENTS,
  'src/core/catalog/agentIcon.ts': CODE,
  'src/core/catalog/rebuildIcon.ts': CODE,
  'src/core/files/normalizePath.ts': FOR_AGENTS,
  'src/core/prompt/buildPrompt.ts': FOR_AGENTS,
  'src/core/review/comments/commentPrompt.ts': FOR_AGENTS,
  'src/core/review/comments/reviewComment.ts': FOR_AGENTS,
  'src/core/review/proposals/partialAcceptanceNote.ts': FOR_AGENTS,
  'src/vscode/context/git/gitAccess.ts': FOR_AGENTS,
  'src/vscode/context/prompt/mentionReader.ts': FOR_AGENTS,
  'src/vscode/context/terminal/terminalMentions.ts': FOR_AGENTS,
  'src/vscode/files/editorDocuments.ts': FOR_AGENTS,
  'src/agent/process/loginEnvironment.ts': 'written to the log',
  'src/core/catalog/registry.ts': 'read by those who keep the registry',
  'src/core/catalog/knownPrograms.ts': NAMES,
  'src/core/session/wire/agentCapabilities.ts': NAMES,
  'src/vscode/history/exportSession.ts': NAMES,
  'src/agent/process/table/windowsProcesses.ts': CODE,
  'src/agent/git/createGitFolder.ts': CODE,
  'src/agent/snapshot/git/shadowRepository.ts': CODE,
  'src/core/chat/chatPageHtml.ts': CODE,
  'src/core/chat/joinPatches.ts': CODE,
  'src/core/errors.ts': CODE,
  'src/core/export/renderHtml.ts': CODE,
  'src/core/prompt/mention/mentionUri.ts': CODE,
  'src/core/prompt/media/mimeType.ts': CODE,
  'src/core/prompt/media/sniffAudio.ts': CODE,
  'src/core/diff/unifiedDiff.ts': CODE,
  'src/vscode/context/completion/symbolSearch.ts': CODE,
  'src/webview/composer/editor/promptEditor.ts': CODE,
};

/** Texts that are not translated, and what they are. */
const EXCEPTED_TEXTS: Readonly<Record<string, string>> = {
  Accord: NAMES,
  'Accord: {}': NAMES,
  'Accord Demo': NAMES,
  'runs code': CODE,
  'https://': CODE,
};
