import * as vscode from 'vscode';
import type { CaptureStore } from '../../agent/context/captureStore.ts';
import type { AttachParams, PastedMedia } from '../../core/chat/messages.ts';
import type { Mention } from '../../core/prompt/mention/mention.ts';
import { parseMentionUri } from '../../core/prompt/mention/parseMentionUri.ts';
import { sniffAudio } from '../../core/prompt/media/sniffAudio.ts';
import { sniffImage } from '../../core/prompt/media/sniffImage.ts';
import type { PromptCapabilities } from '../../core/session/state/sessionState.ts';
import { getErrorMessage } from '../../core/errors.ts';
import { resourceMention, selectionMention } from './editor/documentMentions.ts';

/** What was pasted or dropped became mentions, and in words what could not. */
export interface AttachResult {
  readonly mentions: readonly Mention[];
  readonly refused: readonly string[];
}

/**
 * Makes mentions of what was pasted or dropped. Pictures and sound are known by content, not by name; any other file becomes
 * a mention of a copy.
 */
export async function attachDataTransfer(
  offer: AttachParams,
  accepts: PromptCapabilities | undefined,
  captures: CaptureStore,
): Promise<AttachResult> {
  const copied = offer.text === undefined ? undefined : copiedFrom(offer.text);
  const tries = [
    ...offer.uris.map(uri => uriMention(uri)),
    ...offer.media.map(media => mediaMention(media, accepts, captures)),
  ];
  const answers = await Promise.allSettled(tries);
  return {
    mentions: [
      ...(copied ? [copied] : []),
      ...answers.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : [])),
    ],
    refused: answers.flatMap(answer =>
      answer.status === 'rejected' ? [getErrorMessage(answer.reason)] : [],
    ),
  };
}

async function uriMention(text: string): Promise<Mention> {
  const mention = parseMentionUri(text);
  if (mention?.kind === 'url' || mention?.kind === 'selection') {
    return mention;
  }
  const uri = vscode.Uri.parse(text);
  try {
    return await resourceMention(uri);
  } catch {
    throw new Error(vscode.l10n.t('{0} cannot be read.', uri.fsPath));
  }
}

async function mediaMention(
  { name, data }: PastedMedia,
  accepts: PromptCapabilities | undefined,
  captures: CaptureStore,
): Promise<Mention> {
  const content = Buffer.from(data, 'base64');
  const type = sniffImage(content)?.mimeType ?? sniffAudio(content);
  if (type === undefined) {
    // Where a file of the system lies is not told, only what is in it: a copy is kept under its name.
    return resourceMention(vscode.Uri.file(await captures.storeFile(content, name)));
  }
  const kind = type.startsWith('image/') ? 'image' : 'audio';
  if (accepts && !accepts[kind]) {
    throw new Error(
      kind === 'image'
        ? vscode.l10n.t('This agent takes no images.')
        : vscode.l10n.t('This agent takes no sound.'),
    );
  }
  const capture = await captures.store(content, type.replace(/^.*\//, '').replace('mpeg', 'mp3'));
  return {
    kind,
    name:
      name || (kind === 'image' ? vscode.l10n.t('Pasted image') : vscode.l10n.t('Pasted sound')),
    capture,
  };
}

/** The place in an open document that a text was copied from: what is selected there, else where it stands. */
function copiedFrom(text: string): Mention | undefined {
  const wanted = plainLines(text);
  const editors = vscode.window.visibleTextEditors;
  for (const { document, selections } of editors) {
    const selected = selections.find(range => plainLines(document.getText(range)) === wanted);
    if (selected) {
      return selectionMention(document, selected);
    }
  }
  for (const { document } of editors) {
    const at = plainLines(document.getText()).indexOf(wanted);
    if (at >= 0 && document.eol === vscode.EndOfLine.LF) {
      const range = new vscode.Range(
        document.positionAt(at),
        document.positionAt(at + wanted.length),
      );
      return selectionMention(document, range);
    }
  }
  return undefined;
}

const plainLines = (text: string): string => text.replaceAll('\r\n', '\n');
