import { isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import { open, realpath, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../core/errorCode.ts';
import { isInside } from '../../core/files/isInside.ts';
import { getPathStyle } from '../../core/files/pathStyle.ts';
import type { Attachment } from '../../core/prompt/attachment.ts';
import type { PromptLimits } from '../../core/prompt/promptLimits.ts';
import { getMimeType } from '../../core/prompt/media/mimeType.ts';
import { formatByteSize } from '../../core/text/byteSize.ts';
import { sniffAudio } from '../../core/prompt/media/sniffAudio.ts';
import { SNIFF_BYTES, sniffImage } from '../../core/prompt/media/sniffImage.ts';
import { decodeText, detectEncoding, isBinary } from '../files/textEncoding.ts';
import type { TextEncodings } from '../files/textEncoding.ts';
import { localizable, t } from '../../core/l10n.ts';

/** How a file is read for a prompt. */
export interface ReadAttachmentOptions {
  readonly limits: PromptLimits;
  readonly encodings: TextEncodings;
  /** The folders of the workspace. */
  readonly roots: readonly string[];
  /** Takes the bytes of a binary file along. */
  readonly embed: boolean;
}

/**
 * Reads a file as it is on disk, for a prompt. What it is, its content says and not its name. A file that is too large
 * to be sent is not read, only measured.
 */
export async function readAttachment(
  file: string,
  reading: ReadAttachmentOptions,
): Promise<Attachment> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, READ_FLAGS);
    const stats = await handle.stat();
    if (!stats.isFile()) {
      return {
        kind: 'missing',
        reason: stats.isDirectory() ? t('it is a folder') : t('it is no file'),
      };
    }
    const head = await firstBytes(handle, Math.min(SNIFF_BYTES, stats.size));
    const attachment = await contentOf({ file, handle, head, sizeBytes: stats.size }, reading);
    const outside = await leadsOutside(file, reading.roots);
    return outside === undefined ? attachment : { ...attachment, outside };
  } catch (error) {
    return { kind: 'missing', reason: whyNot(error) };
  } finally {
    await handle?.close();
  }
}

// A pipe without a writer would hold up the call that opens it.
const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

interface OpenFile {
  readonly file: string;
  readonly handle: FileHandle;
  readonly head: Buffer;
  readonly sizeBytes: number;
}

async function contentOf(opened: OpenFile, reading: ReadAttachmentOptions): Promise<Attachment> {
  const { head, sizeBytes, file } = opened;
  const image = sniffImage(head);
  const audio = image ? undefined : sniffAudio(head);
  if (image) {
    return media(opened, { kind: 'image', mimeType: image.mimeType }, IMAGE_LIMIT_BYTES);
  }
  if (audio !== undefined) {
    return media(opened, { kind: 'audio', mimeType: audio }, reading.limits.binaryBytes);
  }
  const encoding = detectEncoding(head, await reading.encodings.get(file));
  if (isBinary(head, encoding)) {
    const facts = { kind: 'bytes', mimeType: binaryType(file), sizeBytes } as const;
    const isWanted = reading.embed && sizeBytes <= reading.limits.binaryBytes;
    return isWanted ? { ...facts, data: (await whole(opened)).toString('base64') } : facts;
  }
  const mimeType = textType(file);
  if (sizeBytes > reading.limits.mentionBytes * UTF16_TO_UTF8) {
    return {
      kind: 'link',
      mimeType,
      sizeBytes,
      why: tooMuch(sizeBytes, reading.limits.mentionBytes),
    };
  }
  return { kind: 'text', mimeType, ...(await textOf(await whole(opened), encoding.name, reading)) };
}

/** A picture may be made smaller before it is sent. */
const IMAGE_LIMIT_BYTES = 20_000_000;

/** UTF-16 may take two bytes for what UTF-8 writes in one. */
const UTF16_TO_UTF8 = 2;

async function media(
  opened: OpenFile,
  facts: { readonly kind: 'image' | 'audio'; readonly mimeType: string },
  limitBytes: number,
): Promise<Attachment> {
  const { sizeBytes } = opened;
  if (sizeBytes > limitBytes) {
    const why = tooMuch(sizeBytes, limitBytes);
    return { kind: 'link', mimeType: facts.mimeType, sizeBytes, why };
  }
  return { ...facts, data: (await whole(opened)).toString('base64'), sizeBytes };
}

/** Bytes that are no UTF-8 and say nothing else are most likely the older Western encoding. */
async function textOf(
  bytes: Buffer,
  expected: string,
  { encodings }: ReadAttachmentOptions,
): Promise<{ readonly text: string; readonly encoding?: string }> {
  const encoding = detectEncoding(bytes, expected);
  if (encoding.name === 'utf8' && !isUtf8(bytes)) {
    return { text: await encodings.decode(bytes, OLD_WESTERN), encoding: 'Windows 1252' };
  }
  const text = await decodeText(bytes, encoding, encodings);
  return encoding.name === 'utf8' ? { text } : { text, encoding: encoding.name };
}

const OLD_WESTERN = 'windows1252';

async function firstBytes(handle: FileHandle, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, 0);
  return buffer.subarray(0, bytesRead);
}

/** No more than was measured: the file may be growing. */
async function whole({ handle, sizeBytes, head }: OpenFile): Promise<Buffer> {
  if (head.length >= sizeBytes) {
    return head;
  }
  const rest = Buffer.alloc(sizeBytes - head.length);
  const { bytesRead } = await handle.read(rest, 0, rest.length, head.length);
  return Buffer.concat([head, rest.subarray(0, bytesRead)]);
}

const textType = (file: string): string => {
  const type = getMimeType(path.basename(file));
  return type !== undefined && !/^(?:image|audio|video|font)\/(?!svg)/.test(type)
    ? type
    : 'text/plain';
};

const binaryType = (file: string): string => {
  const type = getMimeType(path.basename(file));
  return type !== undefined && !type.startsWith('text/') ? type : 'application/octet-stream';
};

const tooMuch = (bytes: number, limit: number): string =>
  t('{0} is more than the limit of {1}', formatByteSize(bytes), formatByteSize(limit));

/** Where a file in the workspace really lies, if that is outside. */
async function leadsOutside(file: string, roots: readonly string[]): Promise<string | undefined> {
  const style = getPathStyle(process.platform);
  const real = await realpath(file);
  const inside = (place: string, folders: readonly string[]): boolean =>
    folders.some(root => isInside(root, place, style));
  const realRoots = await Promise.all(roots.map(root => realpath(root).catch(() => root)));
  return inside(file, roots) && !inside(real, realRoots) ? real : undefined;
}

function whyNot(error: unknown): string {
  const code = errorCode(error) ?? '';
  const known = REASONS[code];
  return known === undefined ? t('it cannot be read ({0})', code || '?') : t(known);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: localizable('the file no longer exists'),
  ENOTDIR: localizable('the file no longer exists'),
  EACCES: localizable('you may not read it'),
  EPERM: localizable('you may not read it'),
  EISDIR: localizable('it is a folder'),
  ELOOP: localizable('its links run in a circle'),
};
