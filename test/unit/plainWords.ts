import type { Found } from './sourceWords.ts';

/** Texts that look like words for people and do not go through the translation. */
export function plainWords(texts: readonly Found[]): {
  readonly plain: readonly string[];
  /** Exceptions that nothing needs any more. */
  readonly unneeded: readonly string[];
} {
  const suspects = texts.filter(text => looksSpoken(text) && !isHandled(text));
  const isKnown = ({ file, words }: Found): boolean => file in NOT_SPOKEN || words in NO_WORDS;
  const known = suspects.filter(isKnown);
  return {
    plain: suspects
      .filter(text => !isKnown(text))
      .map(({ place, words }) => `${place}: ${words.trim().replaceAll(/\s+/g, ' ')}`),
    unneeded: [
      ...Object.keys(NOT_SPOKEN).filter(file => !known.some(text => text.file === file)),
      ...Object.keys(NO_WORDS).filter(words => !known.some(text => text.words === words)),
    ],
  };
}

/** Two words, a word beside what is filled in, or one word as titles and buttons have it. */
function looksSpoken(text: Found): boolean {
  const { words, isTemplate } = text;
  return (
    /\p{L}{2}\p{P}* \p{P}*\p{L}{2}/u.test(words) ||
    /^\s*\p{Lu}\p{Ll}+[.:!?…]?\s*$/u.test(words) ||
    (isShown(text) && /\p{L}{2}/u.test(words.replaceAll(/\$\([\w-]+\)/g, ''))) ||
    (isTemplate && /(?:^|[\s(])\p{L}{2,}(?: |: )\{\}|\{\}[ :,(]+\p{L}{2}/u.test(words))
  );
}

/** VS Code, and our page, show what stands in these. */
function isShown({ file, around }: Found): boolean {
  const nearest = around.at(-1);
  const name = (nearest?.['key'] as { readonly name?: unknown } | undefined)?.name;
  return nearest?.type === 'Property'
    ? file.startsWith('src/vscode/') && SHOWN_PROPERTIES.test(String(name))
    : nearest?.type === 'JSXAttribute';
}

const SHOWN_PROPERTIES =
  /^(?:label|title|detail|description|tooltip|placeHolder|group|header|words)$/;

function isHandled({ callee, around, file }: Found): boolean {
  const attribute = around.findLast(({ type }) => type === 'JSXAttribute');
  const name = (attribute?.['name'] as { readonly name?: unknown } | undefined)?.name;
  const nearest = around.at(-1);
  return (
    file === 'src/webview/ui/strings.ts' ||
    /^(?:vscode\.l10n\.t|t|said)$/.test(callee) ||
    UNSEEN_CALLS.test(callee) ||
    (typeof name === 'string' && !READ_ATTRIBUTES.test(name)) ||
    /^(?:BinaryExpression|MemberExpression|SwitchCase|PropertyDefinition)$/.test(
      nearest?.type ?? '',
    )
  );
}

const READ_ATTRIBUTES =
  /^(?:title|alt|placeholder|label|aria-(?:label|description|valuetext|roledescription))$/;

/** Logs, answers to agents, bugs, and questions to texts. */
const UNSEEN_CALLS = new RegExp(
  [
    String.raw`(?:^|\.)#?(?:log|notes|noted|printed|taps|channels)\.\w+$`,
    String.raw`(?:^|\.)(?:appendLine|startsWith|endsWith|includes|indexOf|lastIndexOf|closest|querySelector)$`,
    String.raw`^(?:failed|invalidParams|notFound|notThat|(?:acp\.)?RequestError\.\w+)$`,
    String.raw`^(?:Error|RangeError|WireError|ResponseError|RegExp|super)$`,
  ].join('|'),
);

const FOR_AGENTS = 'read by agents';
const NAMES = 'names';
const CODE = 'code, keys or markup';

/** Files that hold texts which the user does not read, and what those are. */
const NOT_SPOKEN: Readonly<Record<string, string>> = {
  'src/agent/files/agentFiles.ts': FOR_AGENTS,
  'src/agent/files/textEncoding.ts': FOR_AGENTS,
  'src/agent/files/pathGuard.ts': FOR_AGENTS,
  'src/agent/files/readGuardedFile.ts': FOR_AGENTS,
  'src/agent/files/replaceFile.ts': FOR_AGENTS,
  'src/agent/files/writeApprover.ts': FOR_AGENTS,
  'src/agent/git/gitDiff.ts': FOR_AGENTS,
  'src/agent/git/withUntrackedFiles.ts': FOR_AGENTS,
  'src/agent/terminal/prepareStart.ts': FOR_AGENTS,
  'src/agent/requests/vendorRequests.ts': FOR_AGENTS,
  'src/agent/wire/agentStream.ts': FOR_AGENTS,
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

/** Texts that are no words to be translated, and what they are. */
const NO_WORDS: Readonly<Record<string, string>> = {
  Accord: NAMES,
  'Accord: {}': NAMES,
  'Accord Demo': NAMES,
  'runs code': CODE,
  'https://': CODE,
};
