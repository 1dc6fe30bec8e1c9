import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readFile, readlink, rename, rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { SYMLINK_MODE, type FileMode } from '../../core/checkpoint/snapshotChange.ts';
import type { FileContent } from '../../core/review/file/fileSide.ts';
import { putFile, setMode } from '../disk/putFile.ts';
import { removeEmptyFolders } from '../disk/removeEmptyFolders.ts';
import type { TextEncodings } from '../files/textEncoding.ts';
import { isNotFoundError } from '../../core/errorCode.ts';
import type { BlobStore } from './blobStore.ts';
import { decodeExactly, encodeExactly } from './exactText.ts';

/** A larger file is taken or left as a whole. */
const TEXT_LIMIT_BYTES = 8 * 1024 * 1024;

/** What was read of a file, and the encoding it is expected in; if none is, it tells its own. */
interface Bytes {
  readonly file: string;
  readonly bytes: Buffer;
  readonly mode: number | undefined;
  readonly codec: string | undefined;
}

/** Files on disk as the review sees them: exact texts, or bytes known by their hash. */
export class ReviewFiles {
  readonly #encodings: TextEncodings;
  readonly #blobs: BlobStore;
  /** In which encoding the texts of each file are. What stands there in another one is taken or left as a whole. */
  readonly codecs = new Map<string, string>();

  constructor(encodings: TextEncodings, blobs: BlobStore) {
    this.#encodings = encodings;
    this.#blobs = blobs;
  }

  /** What stands on disk at a path. A folder counts as nothing. */
  read(file: string): Promise<FileContent> {
    return this.#read(file, this.codecs.get(file));
  }

  /** The same; from now on the encoding of the file is the one that it has now. */
  readDetectingEncoding(file: string): Promise<FileContent> {
    return this.#read(file, undefined);
  }

  /** Whether a file, or a link, stands at a path. */
  async exists(file: string): Promise<boolean> {
    const stats = await lstat(file).catch(() => undefined);
    return stats !== undefined && (stats.isFile() || stats.isSymbolicLink());
  }

  /** The content of a snapshot's bytes; without `mode`, one that is like any other. */
  toContent(file: string, bytes: Uint8Array, mode?: FileMode): Promise<FileContent> {
    return this.#stored(file, bytes, { mode, codec: this.codecs.get(file) });
  }

  /** The same, of the text that a review starts from: its encoding is the file's. */
  toContentDetectingEncoding(
    file: string,
    bytes: Uint8Array,
    mode?: FileMode,
  ): Promise<FileContent> {
    return this.#stored(file, bytes, { mode, codec: undefined });
  }

  /** Puts a content on disk, atomically, with its folders. */
  async write(file: string, content: FileContent): Promise<void> {
    if (content.kind === 'absent') {
      return this.remove(file);
    }
    const bytes =
      content.kind === 'text'
        ? await encodeExactly(content.text, this.codecs.get(file) ?? 'utf8', this.#encodings)
        : await this.#blobs.get(content.hash);
    await putFile(file, bytes, content.mode);
  }

  /** Deletes a file, and the folders that are empty without it, up to the workspace folder. */
  async remove(file: string, root?: string): Promise<void> {
    await unlink(file);
    await this.removeEmptyParents(file, root);
  }

  /** Folders that came with a file go with it. */
  async removeEmptyParents(file: string, root: string | undefined): Promise<void> {
    if (root !== undefined) {
      await removeEmptyFolders(root, path.dirname(file));
    }
  }

  /** Moves a file, with the folders it needs. A folder may have taken its place, or it the place of its folder. */
  async rename(from: string, to: string): Promise<void> {
    await (isNestedPath(from, to) ? moveAround(from, to) : move(from, to));
    this.moveEncoding(from, to);
  }

  /** Under its new name a file is in the encoding that it had. */
  moveEncoding(from: string, to: string): void {
    const codec = this.codecs.get(from);
    if (codec !== undefined) {
      this.codecs.set(to, codec);
    }
  }

  async setMode(file: string, mode: number): Promise<void> {
    await setMode(file, mode);
  }

  async #read(file: string, codec: string | undefined): Promise<FileContent> {
    try {
      const stats = await lstat(file);
      if (stats.isSymbolicLink()) {
        return await this.#binary(await readlink(file, { encoding: 'buffer' }), SYMLINK_MODE);
      }
      if (!stats.isFile()) {
        return { kind: 'absent' };
      }
      return await this.#content({ file, bytes: await readFile(file), mode: stats.mode, codec });
    } catch (error) {
      if (isNotFoundError(error)) {
        return { kind: 'absent' };
      }
      throw error;
    }
  }

  #stored(
    file: string,
    bytes: Uint8Array,
    { mode, codec }: { readonly mode: FileMode | undefined; readonly codec: string | undefined },
  ): Promise<FileContent> {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return mode === SYMLINK_MODE
      ? this.#binary(buffer, SYMLINK_MODE)
      : this.#content({ file, bytes: buffer, mode, codec });
  }

  /** Bytes in another encoding than the one that is known are no text of the file; what is no text tells nothing of it. */
  async #content({ file, bytes, mode, codec }: Bytes): Promise<FileContent> {
    const given = mode === undefined ? {} : { mode };
    const exact =
      bytes.length > TEXT_LIMIT_BYTES
        ? undefined
        : await decodeExactly(bytes, await this.#expected(file, codec), this.#encodings);
    if (!exact || exact.codec !== (codec ?? exact.codec)) {
      return { ...(await this.#binary(bytes, mode)), ...given };
    }
    this.codecs.set(file, exact.codec);
    return { kind: 'text', text: exact.text, ...given };
  }

  /** Settings and guesses change; but almost any bytes could be UTF-16. */
  async #expected(file: string, known: string | undefined): Promise<string> {
    return known === undefined || known.startsWith('utf16') ? this.#encodings.get(file) : known;
  }

  async #binary(
    bytes: Buffer,
    mode: number | undefined,
  ): Promise<FileContent & { kind: 'binary' }> {
    const hash = await this.#blobs.put(bytes);
    return {
      kind: 'binary',
      hash,
      sizeBytes: bytes.length,
      ...(mode === undefined ? {} : { mode }),
    };
  }
}

/** Whether the one place is in the way of the other: a file is to stand where its folder is, or the reverse. */
export const isNestedPath = (one: string, other: string): boolean =>
  one.startsWith(other + path.sep) || other.startsWith(one + path.sep);

/** Makes the folders for a file that is to come. An empty folder in its place gives way. */
export async function ensureParentFolder(file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await rmdir(file).catch(() => {}); // It is no folder, or one with something in it.
}

async function move(from: string, to: string): Promise<void> {
  await ensureParentFolder(to);
  await rename(from, to);
}

/** Its new place is free once it has left the old one. If it is not even then, it comes back. */
async function moveAround(from: string, to: string): Promise<void> {
  const folder = path.dirname(from.length < to.length ? from : to);
  const aside = path.join(folder, `.accord-${randomUUID()}`);
  await rename(from, aside);
  try {
    await removeEmptyFolders(folder, path.dirname(from));
    await move(aside, to);
  } catch (error) {
    await move(aside, from);
    throw error;
  }
}
