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
  /** Includes the bytes of binary files. */
  readonly embed: boolean;
}

/**
 * Reads a file from disk for a prompt. Its type is determined by its content and not by its name. A file that is too
 * large to be sent is not read.
 */
export async function readAttachment(
  file: string,
  options: ReadAttachmentOptions,
): Promise<Attachment> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, READ_FLAGS);
    const stats = await handle.stat();
    if (!stats.isFile()) {
      return {
        kind: 'missing',
        reason: stats.isDirectory() ? t('it is a folder') : t("it isn't a file"),
      };
    }
    const head = await firstBytes(handle, Math.min(SNIFF_BYTES, stats.size));
    const attachment = await readContent({ file, handle, head, sizeBytes: stats.size }, options);
    const outside = await realPathOutside(file, options.roots);
    return outside === undefined ? attachment : { ...attachment, outside };
  } catch (error) {
    return { kind: 'missing', reason: toReason(error) };
  } finally {
    await handle?.close();
  }
}

// Opening a named pipe without a writer would block.
const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

interface OpenFile {
  readonly file: string;
  readonly handle: FileHandle;
  readonly head: Buffer;
  readonly sizeBytes: number;
}

async function readContent(opened: OpenFile, options: ReadAttachmentOptions): Promise<Attachment> {
  const { head, sizeBytes, file } = opened;
  const image = sniffImage(head);
  const audio = image ? undefined : sniffAudio(head);
  if (image) {
    return readMedia(opened, { kind: 'image', mimeType: image.mimeType }, IMAGE_LIMIT_BYTES);
  }
  if (audio !== undefined) {
    return readMedia(opened, { kind: 'audio', mimeType: audio }, options.limits.binaryBytes);
  }
  const encoding = detectEncoding(head, await options.encodings.get(file));
  if (isBinary(head, encoding)) {
    const facts = { kind: 'bytes', mimeType: binaryType(file), sizeBytes } as const;
    const isWanted = options.embed && sizeBytes <= options.limits.binaryBytes;
    return isWanted ? { ...facts, data: (await readAll(opened)).toString('base64') } : facts;
  }
  const mimeType = textType(file);
  if (sizeBytes > options.limits.mentionBytes * UTF16_TO_UTF8) {
    return {
      kind: 'link',
      mimeType,
      sizeBytes,
      why: tooLargeMessage(sizeBytes, options.limits.mentionBytes),
    };
  }
  return {
    kind: 'text',
    mimeType,
    ...(await decode(await readAll(opened), encoding.name, options)),
  };
}

/** Larger than the limit of a prompt, because images may be scaled down before they are sent. */
const IMAGE_LIMIT_BYTES = 20_000_000;

/** UTF-16 may need two bytes for a character that is one byte in UTF-8. */
const UTF16_TO_UTF8 = 2;

async function readMedia(
  opened: OpenFile,
  facts: { readonly kind: 'image' | 'audio'; readonly mimeType: string },
  limitBytes: number,
): Promise<Attachment> {
  const { sizeBytes } = opened;
  if (sizeBytes > limitBytes) {
    const why = tooLargeMessage(sizeBytes, limitBytes);
    return { kind: 'link', mimeType: facts.mimeType, sizeBytes, why };
  }
  return { ...facts, data: (await readAll(opened)).toString('base64'), sizeBytes };
}

/** Decodes text. Bytes that are not valid UTF-8 and have no other known encoding are read as Windows 1252. */
async function decode(
  bytes: Buffer,
  expected: string,
  { encodings }: ReadAttachmentOptions,
): Promise<{ readonly text: string; readonly encoding?: string }> {
  const encoding = detectEncoding(bytes, expected);
  if (encoding.name === 'utf8' && !isUtf8(bytes)) {
    return { text: await encodings.decode(bytes, FALLBACK_ENCODING), encoding: 'Windows 1252' };
  }
  const text = await decodeText(bytes, encoding, encodings);
  return encoding.name === 'utf8' ? { text } : { text, encoding: encoding.name };
}

const FALLBACK_ENCODING = 'windows1252';

async function firstBytes(handle: FileHandle, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, 0);
  return buffer.subarray(0, bytesRead);
}

/** Reads no more than the measured size, because the file may be growing. */
async function readAll({ handle, sizeBytes, head }: OpenFile): Promise<Buffer> {
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

const tooLargeMessage = (bytes: number, limit: number): string =>
  t('{0} exceeds the limit of {1}', formatByteSize(bytes), formatByteSize(limit));

/** Returns the real path of a file in the workspace if a symbolic link leads outside. */
async function realPathOutside(
  file: string,
  roots: readonly string[],
): Promise<string | undefined> {
  const style = getPathStyle(process.platform);
  const real = await realpath(file);
  const inside = (candidate: string, folders: readonly string[]): boolean =>
    folders.some(root => isInside(root, candidate, style));
  const realRoots = await Promise.all(roots.map(root => realpath(root).catch(() => root)));
  return inside(file, roots) && !inside(real, realRoots) ? real : undefined;
}

function toReason(error: unknown): string {
  const code = errorCode(error) ?? '';
  const known = REASONS[code];
  return known === undefined ? t("it can't be read ({0})", code || '?') : t(known);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: localizable('the file no longer exists'),
  ENOTDIR: localizable('the file no longer exists'),
  EACCES: localizable("you don't have permission to read it"),
  EPERM: localizable("you don't have permission to read it"),
  EISDIR: localizable('it is a folder'),
  ELOOP: localizable('its links form a loop'),
};
