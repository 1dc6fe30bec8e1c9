import * as vscode from 'vscode';
import type { CaptureStore } from '../../agent/context/captureStore.ts';
import { UserError } from '../../core/errors.ts';
import { t } from '../../core/l10n.ts';
import { isOpenableUri } from '../../core/prompt/mention/isOpenableUri.ts';
import type { Mention } from '../../core/prompt/mention/mention.ts';
import { mentionLabel } from '../../core/prompt/mention/mentionLabel.ts';
import { mentionUri } from '../../core/prompt/mention/mentionUri.ts';
import { wholeLinesRange, type TextRange } from '../../core/prompt/mention/textRange.ts';
import { openLink } from '../files/openLink.ts';
import { findDocumentByUri, parseUri, toVsCodeRange } from './editor/documentMentions.ts';

/** The scheme of documents that show the content of mentions that are not files. */
export const CONTEXT_SCHEME = 'accord-context';

/** Opens the target of a mention. */
export async function openMention(mention: Mention, captures: CaptureStore): Promise<void> {
  switch (mention.kind) {
    case 'file':
    case 'buffer':
    case 'cell':
      return open(toOpenableUri(mention.uri));
    case 'selection':
      return open(toOpenableUri(mention.uri), mention.range);
    case 'symbol':
      return open(
        toOpenableUri(mention.uri),
        wholeLinesRange(mention.lines.start, mention.lines.end),
      );
    case 'folder':
      await vscode.commands.executeCommand('revealInExplorer', toOpenableUri(mention.uri));
      return undefined;
    case 'image':
    case 'audio':
      return openCapture(mention.capture, captures);
    case 'url':
      return openLink(mention.url, []);
    case 'gitDiff':
    case 'problems':
    case 'terminal':
    case 'session':
      return open(createContextUri(mention));
  }
}

const EXTENSIONS = {
  gitDiff: '.diff',
  problems: '.txt',
  terminal: '.txt',
  session: '.md',
} as const;

function createContextUri(mention: Mention & { kind: keyof typeof EXTENSIONS }): vscode.Uri {
  const name = mentionLabel(mention).replaceAll(/[\\/:*?"<>|]/g, '-');
  return vscode.Uri.from({
    scheme: CONTEXT_SCHEME,
    path: `/${name}${EXTENSIONS[mention.kind]}`,
    query: mentionUri(mention),
    fragment: String(Date.now()), // VS Code does not read an open document again, and its content may have changed.
  });
}

/** The URI of a document, if it is one of this machine, of the workspace, or open already. */
function toOpenableUri(text: string): vscode.Uri {
  const uri = parseUri(text);
  const isKnown = findDocumentByUri(text) ?? vscode.workspace.getWorkspaceFolder(uri);
  if (!isKnown && !isOpenableUri(text)) {
    throw new UserError(vscode.l10n.t('{0}: {1}', t("This type of link isn't supported"), text));
  }
  return uri;
}

async function open(uri: vscode.Uri, range?: TextRange): Promise<void> {
  const selection = range && { selection: toVsCodeRange(range) };
  await vscode.commands.executeCommand('vscode.open', uri, { preview: true, ...selection });
}

async function openCapture(capture: string, captures: CaptureStore): Promise<void> {
  const file = captures.getPath(capture);
  if (file === undefined || (await captures.read(capture)) === undefined) {
    throw new UserError(vscode.l10n.t('The pasted content is no longer available.'));
  }
  await open(vscode.Uri.file(file));
}
