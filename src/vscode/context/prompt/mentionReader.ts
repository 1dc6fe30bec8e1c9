import * as vscode from 'vscode';
import type { CaptureStore } from '../../../agent/context/captureStore.ts';
import { readAttachment } from '../../../agent/context/readAttachment.ts';
import { CancellationError, getErrorMessage, UserError } from '../../../core/errors.ts';
import type { Attachment, TextAttachment } from '../../../core/prompt/attachment.ts';
import { fingerprint } from '../../../core/prompt/mention/fingerprint.ts';
import type { PromptLimits } from '../../../core/prompt/promptLimits.ts';
import type {
  FileMention,
  GitDiffMention,
  Mention,
  MediaMention,
  ProblemsMention,
  TerminalMention,
} from '../../../core/prompt/mention/mention.ts';
import { getMimeType } from '../../../core/prompt/media/mimeType.ts';
import { wholeLinesRange, type TextRange } from '../../../core/prompt/mention/textRange.ts';
import { formatProblems } from '../../../core/prompt/mention/formatProblems.ts';
import { sniffAudio } from '../../../core/prompt/media/sniffAudio.ts';
import { sniffImage } from '../../../core/prompt/media/sniffImage.ts';
import { getTextInRange } from '../../../core/prompt/mention/textInRange.ts';
import { isFileUri, uriBasename } from '../../../core/prompt/mention/uri.ts';
import { findDocumentByUri, parseUri } from '../editor/documentMentions.ts';
import { editorEncodings } from '../../files/editorEncodings.ts';
import { fitImage, type ImageScaler } from './fitImage.ts';
import type { GitAccess } from '../git/gitAccess.ts';
import { getProblems } from '../editor/getProblems.ts';

export interface MentionReaderOptions {
  readonly git: GitAccess;
  readonly captures: CaptureStore;
  /** A conversation as Markdown. */
  session(id: string): Promise<string | undefined>;
  readonly scaleImage: ImageScaler;
}

/** Reads the current content of mentions, including unsaved text. A mention that cannot be read becomes an attachment of kind `missing` with the reason. */
export class MentionReader {
  readonly #options: MentionReaderOptions;

  constructor(options: MentionReaderOptions) {
    this.#options = options;
  }

  async read(mention: Mention, limits: PromptLimits, signal?: AbortSignal): Promise<Attachment> {
    try {
      const read = await this.#read(mention, limits, signal);
      return read.kind === 'image' ? await fitImage(read, this.#options.scaleImage) : read;
    } catch (error) {
      if (error instanceof CancellationError) {
        throw error;
      }
      return { kind: 'missing', reason: toReason(error) };
    }
  }

  async #read(mention: Mention, limits: PromptLimits, signal?: AbortSignal): Promise<Attachment> {
    switch (mention.kind) {
      case 'file':
        return readFile(mention, limits);
      case 'folder':
        return readFolder(mention.uri);
      case 'selection':
        return readRange(mention, mention.range, limits);
      case 'symbol':
        return readRange(mention, wholeLinesRange(mention.lines.start, mention.lines.end), limits);
      case 'buffer':
      case 'cell':
        return readDocument(mention);
      case 'gitDiff':
        return this.#readDiff(mention, signal);
      case 'problems':
        return readProblems(mention);
      case 'terminal':
        return this.#readTerminal(mention);
      case 'image':
      case 'audio':
        return this.#readMedia(mention);
      case 'url':
        return { kind: 'link', ...(mention.title === undefined ? {} : { title: mention.title }) };
      case 'session':
        return this.#readSession(mention.id);
    }
  }

  async #readDiff(mention: GitDiffMention, signal?: AbortSignal): Promise<Attachment> {
    const text = await this.#options.git.diff(mention, signal);
    return text === ''
      ? { kind: 'missing', reason: vscode.l10n.t('there are no changes') }
      : { kind: 'text', text, mimeType: 'text/x-diff' };
  }

  async #readTerminal(mention: TerminalMention): Promise<Attachment> {
    const content = await this.#options.captures.read(mention.capture);
    return content === undefined
      ? { kind: 'missing', reason: vscode.l10n.t('the terminal output is no longer available') }
      : { kind: 'text', text: content.toString(), mimeType: 'text/plain' };
  }

  async #readMedia({ kind, capture }: MediaMention): Promise<Attachment> {
    const content = await this.#options.captures.read(capture);
    const mimeType =
      content && (kind === 'image' ? sniffImage(content)?.mimeType : sniffAudio(content));
    return content === undefined || mimeType === undefined
      ? { kind: 'missing', reason: vscode.l10n.t('the pasted content is no longer available') }
      : { kind, data: content.toString('base64'), mimeType, sizeBytes: content.length };
  }

  async #readSession(id: string): Promise<Attachment> {
    const text = await this.#options.session(id);
    return text === undefined
      ? { kind: 'missing', reason: vscode.l10n.t('the session no longer exists') }
      : { kind: 'text', text, mimeType: 'text/markdown' };
  }
}

async function readFile(mention: FileMention, limits: PromptLimits): Promise<Attachment> {
  const document = findDocumentByUri(mention.uri);
  const target = parseUri(mention.uri);
  const title = vscode.workspace.asRelativePath(target);
  if (document?.isDirty) {
    const facts = { mimeType: getMimeType(uriBasename(mention.uri)) ?? 'text/plain', title };
    return { ...facts, ...textOf(document.getText(), mention.seen), unsaved: true };
  }
  const embed = mention.embed === true;
  const read = await readFromDisk(target.fsPath, limits, embed);
  const stale = read.kind === 'text' ? getStaleness(read.text, mention.seen) : {};
  return read.kind === 'missing' ? read : { ...read, title, ...stale };
}

function readFromDisk(path: string, limits: PromptLimits, embed: boolean): Promise<Attachment> {
  const roots = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  return readAttachment(path, { limits, encodings: editorEncodings, roots, embed });
}

async function readFolder(uri: string): Promise<Attachment> {
  const target = parseUri(uri);
  const { type } = await vscode.workspace.fs.stat(target);
  return (type & vscode.FileType.Directory) === 0
    ? { kind: 'missing', reason: vscode.l10n.t('it is no longer a folder') }
    : { kind: 'link', title: vscode.workspace.asRelativePath(target), description: 'A folder' };
}

/** Reads a range of the open document, including unsaved text, or of the file. */
async function readRange(
  mention: { readonly uri: string; readonly seen?: string },
  range: TextRange,
  limits: PromptLimits,
): Promise<Attachment> {
  const document = findDocumentByUri(mention.uri);
  const mimeType = getMimeType(uriBasename(mention.uri)) ?? 'text/plain';
  if (document) {
    const text = getTextInRange(document.getText(), range);
    return {
      mimeType,
      ...textOf(text, mention.seen),
      ...(document.isDirty ? { unsaved: true } : {}),
    };
  }
  if (!isFileUri(mention.uri)) {
    return CLOSED;
  }
  const whole = await readFromDisk(
    parseUri(mention.uri).fsPath,
    { ...limits, mentionBytes: FILE_LIMIT_BYTES },
    false,
  );
  return whole.kind === 'text'
    ? { ...whole, ...textOf(getTextInRange(whole.text, range), mention.seen) }
    : whole;
}

/** A small range may be in a large file. */
const FILE_LIMIT_BYTES = 50_000_000;

function readDocument(mention: { readonly uri: string; readonly seen?: string }): Attachment {
  const document = findDocumentByUri(mention.uri);
  return document
    ? { mimeType: 'text/plain', ...textOf(document.getText(), mention.seen) }
    : CLOSED;
}

const CLOSED: Attachment = { kind: 'missing', reason: vscode.l10n.t('the document was closed') };

function readProblems(mention: ProblemsMention): Attachment {
  const problems = getProblems(mention);
  return problems.length === 0
    ? { kind: 'missing', reason: vscode.l10n.t('there are no problems') }
    : { kind: 'text', text: formatProblems(problems), mimeType: 'text/plain' };
}

const textOf = (
  text: string,
  seen: string | undefined,
): Pick<TextAttachment, 'kind' | 'text' | 'stale'> => ({
  kind: 'text',
  text,
  ...getStaleness(text, seen),
});

const getStaleness = (text: string, seen: string | undefined): { readonly stale?: true } =>
  seen === undefined || seen === fingerprint(text) ? {} : { stale: true };

function toReason(error: unknown): string {
  if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') {
    return vscode.l10n.t('it no longer exists');
  }
  const message =
    error instanceof UserError
      ? error.message
      : vscode.l10n.t("it can't be read ({0})", getErrorMessage(error));
  return message.replace(/\.$/, '');
}
