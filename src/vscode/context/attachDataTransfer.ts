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

/** The mentions of what was pasted or dropped, and messages about what could not be attached. */
export interface DataTransferAttachments {
  readonly mentions: readonly Mention[];
  readonly refused: readonly string[];
}

/**
 * Turns pasted or dropped data into mentions. Images and audio are recognized by their content, not by their names; any other
 * file is copied and the copy is mentioned.
 */
export async function attachDataTransfer(
  params: AttachParams,
  capabilities: PromptCapabilities | undefined,
  captures: CaptureStore,
): Promise<DataTransferAttachments> {
  const copied = params.text === undefined ? undefined : findCopiedRange(params.text);
  const attempts = [
    ...params.uris.map(uri => uriMention(uri)),
    ...params.media.map(media => mediaMention(media, capabilities, captures)),
  ];
  const results = await Promise.allSettled(attempts);
  return {
    mentions: [
      ...(copied ? [copied] : []),
      ...results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : [])),
    ],
    refused: results.flatMap(result =>
      result.status === 'rejected' ? [getErrorMessage(result.reason)] : [],
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
    throw new Error(vscode.l10n.t("Couldn't read {0}.", uri.fsPath));
  }
}

async function mediaMention(
  { name, data }: PastedMedia,
  capabilities: PromptCapabilities | undefined,
  captures: CaptureStore,
): Promise<Mention> {
  const content = Buffer.from(data, 'base64');
  const type = sniffImage(content)?.mimeType ?? sniffAudio(content);
  if (type === undefined) {
    // The browser gives the content of a file but not its path, so a copy is stored under its name.
    return resourceMention(vscode.Uri.file(await captures.storeFile(content, name)));
  }
  const kind = type.startsWith('image/') ? 'image' : 'audio';
  if (capabilities && !capabilities[kind]) {
    throw new Error(
      kind === 'image'
        ? vscode.l10n.t("This agent doesn't support images.")
        : vscode.l10n.t("This agent doesn't support audio."),
    );
  }
  const capture = await captures.store(content, type.replace(/^.*\//, '').replace('mpeg', 'mp3'));
  return {
    kind,
    name:
      name || (kind === 'image' ? vscode.l10n.t('Pasted image') : vscode.l10n.t('Pasted audio')),
    capture,
  };
}

/** The range of a visible document that a text was copied from: a selection, or the first occurrence. */
function findCopiedRange(text: string): Mention | undefined {
  const wanted = normalizeLineEndings(text);
  const editors = vscode.window.visibleTextEditors;
  for (const { document, selections } of editors) {
    const selected = selections.find(
      range => normalizeLineEndings(document.getText(range)) === wanted,
    );
    if (selected) {
      return selectionMention(document, selected);
    }
  }
  for (const { document } of editors) {
    const at = normalizeLineEndings(document.getText()).indexOf(wanted);
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

const normalizeLineEndings = (text: string): string => text.replaceAll('\r\n', '\n');
