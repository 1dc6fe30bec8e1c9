import { lstat, readFile, readlink, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { FileMode } from '../../core/checkpoint/fileChange.ts';
import type { FileContent } from '../../core/review/fileSide.ts';
import { putFile, setMode } from '../files/putFile.ts';
import { removeEmptyFolders } from '../files/removeEmptyFolders.ts';
import type { Encodings } from '../ports.ts';
import type { BlobStore } from './blobStore.ts';
import { decodeExactly, encodeExactly } from './exactText.ts';

/** A larger file is taken or left as a whole. */
const TEXT_LIMIT_BYTES = 8 * 1024 * 1024;
const LINK = 0o120000;
const PLAIN = 0o100644;
const EXECUTABLE = 0o100755;

/** Files on disk as the review sees them: exact texts, or bytes known by their hash. */
export class ReviewFiles {
  readonly #encodings: Encodings;
  readonly #blobs: BlobStore;
  /** In which encoding each file was last read. */
  readonly codecs = new Map<string, string>();

  constructor(encodings: Encodings, blobs: BlobStore) {
    this.#encodings = encodings;
    this.#blobs = blobs;
  }

  /** What stands on disk at a path. A folder counts as nothing. */
  async read(file: string): Promise<FileContent> {
    try {
      const stats = await lstat(file);
      if (stats.isSymbolicLink()) {
        return await this.#binary(await readlink(file, { encoding: 'buffer' }), LINK);
      }
      if (!stats.isFile()) {
        return { kind: 'absent' };
      }
      const mode = (stats.mode & 0o100) === 0 ? PLAIN : EXECUTABLE;
      return await this.#content(file, await readFile(file), mode);
    } catch (error) {
      if (isMissing(error)) {
        return { kind: 'absent' };
      }
      throw error;
    }
  }

  /** Whether a file, or a link, stands at a path. */
  async isThere(file: string): Promise<boolean> {
    const stats = await lstat(file).catch(() => undefined);
    return stats !== undefined && (stats.isFile() || stats.isSymbolicLink());
  }

  /** The content of a snapshot's bytes; without `mode`, one that is like any other. */
  contentOf(file: string, bytes: Uint8Array, mode?: FileMode): Promise<FileContent> {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return mode === 'symlink'
      ? this.#binary(buffer, LINK)
      : this.#content(file, buffer, mode && (mode === 'executable' ? EXECUTABLE : PLAIN));
  }

  /** A text as bytes that are taken or left as a whole, because its encoding changed with it. */
  async opaque(content: FileContent, codec: string): Promise<FileContent> {
    return content.kind === 'text'
      ? this.#binary(await encodeExactly(content.text, codec, this.#encodings), content.mode)
      : content;
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
    await putFile(file, bytes, MODES.get(content.mode));
  }

  /** Deletes a file, and the folders that are empty without it, up to the workspace folder. */
  async remove(file: string, root?: string): Promise<void> {
    await unlink(file);
    await this.removeEmptyAbove(file, root);
  }

  /** Folders that came with a file go with it. */
  async removeEmptyAbove(file: string, root: string | undefined): Promise<void> {
    if (root !== undefined) {
      await removeEmptyFolders(root, path.dirname(file));
    }
  }

  async setMode(file: string, mode: number): Promise<void> {
    await setMode(file, MODES.get(mode) ?? 'file');
  }

  async #content(file: string, bytes: Buffer, mode: number | undefined): Promise<FileContent> {
    const known = mode === undefined ? {} : { mode };
    const exact =
      bytes.length > TEXT_LIMIT_BYTES
        ? undefined
        : await decodeExactly(bytes, await this.#encodings.of(file), this.#encodings);
    if (!exact) {
      return { ...(await this.#binary(bytes, mode)), ...known };
    }
    this.codecs.set(file, exact.codec);
    return { kind: 'text', text: exact.text, ...known };
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

const MODES: ReadonlyMap<number | undefined, FileMode> = new Map([
  [LINK, 'symlink'],
  [PLAIN, 'file'],
  [EXECUTABLE, 'executable'],
]);

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code))
  );
}
