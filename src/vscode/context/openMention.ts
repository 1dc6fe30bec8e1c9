import * as vscode from 'vscode';
import type { Captures } from '../../agent/context/captures.ts';
import { UserError } from '../../core/errors.ts';
import type { Mention } from '../../core/prompt/mention.ts';
import { mentionLabel } from '../../core/prompt/mentionLabel.ts';
import { mentionUri } from '../../core/prompt/mentionUri.ts';
import { wholeLines, type PlainRange } from '../../core/prompt/plainRange.ts';
import { openLink } from '../chat/openLink.ts';
import { editorRange, uriOf } from './documents.ts';

/** Documents that show what a mention stands for, where that is no file. */
export const CONTEXT_SCHEME = 'accord-context';

/** Opens what a mention names. */
export async function openMention(mention: Mention, captures: Captures): Promise<void> {
  switch (mention.kind) {
    case 'file':
    case 'buffer':
    case 'cell':
      return open(uriOf(mention.uri));
    case 'selection':
      return open(uriOf(mention.uri), mention.range);
    case 'symbol':
      return open(uriOf(mention.uri), wholeLines(mention.lines.start, mention.lines.end));
    case 'folder':
      await vscode.commands.executeCommand('revealInExplorer', uriOf(mention.uri));
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
      return open(contextUri(mention));
  }
}

const ENDINGS = { gitDiff: '.diff', problems: '.txt', terminal: '.txt', session: '.md' } as const;

function contextUri(mention: Mention & { kind: keyof typeof ENDINGS }): vscode.Uri {
  const name = mentionLabel(mention).replaceAll(/[\\/:*?"<>|]/g, '-');
  return vscode.Uri.from({
    scheme: CONTEXT_SCHEME,
    path: `/${name}${ENDINGS[mention.kind]}`,
    query: mentionUri(mention),
    fragment: String(Date.now()), // A document that is open is not read again, and this one may be old.
  });
}

async function open(uri: vscode.Uri, range?: PlainRange): Promise<void> {
  const selection = range && { selection: editorRange(range) };
  await vscode.commands.executeCommand('vscode.open', uri, { preview: true, ...selection });
}

async function openCapture(capture: string, captures: Captures): Promise<void> {
  const file = captures.fileOf(capture);
  if (file === undefined || (await captures.read(capture)) === undefined) {
    throw new UserError(vscode.l10n.t('What was pasted is not kept any more.'));
  }
  await open(vscode.Uri.file(file));
}
