import { randomUUID } from 'node:crypto';
import { lstat, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { SYMLINK_MODE, type FileMode } from '../../core/checkpoint/snapshotChange.ts';
import type { FileContent } from '../../core/review/file/fileSide.ts';
import { findFilesWithAttributes } from '../disk/extendedAttributes.ts';
import type { TextEncodings } from '../files/textEncoding.ts';
import { UserFiles } from '../files/userFiles.ts';
import { isNotFoundError } from '../../core/errorCode.ts';
import type { BlobStore } from './blobStore.ts';
import { decodeExactly, encodeExactly } from './exactText.ts';

/** A larger file is accepted or rejected as a whole. */
const TEXT_LIMIT_BYTES = 8 * 1024 * 1024;

/** The bytes of a file and its expected encoding. Without one, the encoding is detected. */
interface ReadFile {
  readonly file: string;
  readonly bytes: Buffer;
  readonly mode: number | undefined;
  readonly codec: string | undefined;
}

/** Reads and writes files for the review: as exact text, or as bytes identified by their hash. */
export class ReviewFiles {
  readonly #encodings: TextEncodings;
  readonly #blobs: BlobStore;
  readonly #disk: UserFiles;
  readonly #isKeptFolder: ((folder: string) => Promise<boolean>) | undefined;
  /** The files with extended attributes, among those that are written next. */
  #withAttributes: ReadonlySet<string> = new Set();
  /** The encoding of each file. Content in another encoding is accepted or rejected as a whole. */
  readonly codecs = new Map<string, string>();

  /**
   * `rootOf` returns the workspace folder of a file. Changes never lead out of it. Folders for which `isKeptFolder` holds
   * are not removed when they become empty.
   */
  constructor(
    encodings: TextEncodings,
    blobs: BlobStore,
    rootOf: (file: string) => string | undefined = () => undefined,
    isKeptFolder?: (folder: string) => Promise<boolean>,
  ) {
    this.#encodings = encodings;
    this.#blobs = blobs;
    this.#disk = new UserFiles(rootOf);
    this.#isKeptFolder = isKeptFolder;
  }

  /** The content on disk at a path. A folder counts as absent. */
  read(file: string): Promise<FileContent> {
    return this.#read(file, this.codecs.get(file));
  }

  /** Reads a file, and remembers the encoding that it has now. */
  readDetectingEncoding(file: string): Promise<FileContent> {
    return this.#read(file, undefined);
  }

  /** Whether a file or a symbolic link exists at a path. */
  async exists(file: string): Promise<boolean> {
    const stats = await lstat(file).catch(() => undefined);
    return stats !== undefined && (stats.isFile() || stats.isSymbolicLink());
  }

  /** The content of bytes from a snapshot. Without `mode`, permissions are not compared. */
  toContent(file: string, bytes: Uint8Array, mode?: FileMode): Promise<FileContent> {
    return this.#fromSnapshot(file, bytes, { mode, codec: this.codecs.get(file) });
  }

  /** The same for the content that a review starts from: it determines the encoding of the file. */
  toContentDetectingEncoding(
    file: string,
    bytes: Uint8Array,
    mode?: FileMode,
  ): Promise<FileContent> {
    return this.#fromSnapshot(file, bytes, { mode, codec: undefined });
  }

  /**
   * The content of a file to which the editor has just saved a text: characters that its encoding lacks are replaced.
   */
  async toSavedContent(file: string, text: string): Promise<FileContent> {
    const codec = this.codecs.get(file) ?? 'utf8';
    const bytes = await encodeExactly(text, codec, this.#encodings);
    return this.#decode({ file, bytes, mode: undefined, codec });
  }

  /** Finds out which of the files that are written next have extended attributes, all at once. */
  async prepareWrites(files: readonly string[]): Promise<void> {
    this.#withAttributes = await findFilesWithAttributes(files);
  }

  /** Writes a content to disk atomically, and creates missing folders. */
  async write(file: string, content: FileContent): Promise<void> {
    if (content.kind === 'absent') {
      return this.remove(file);
    }
    const bytes = await this.encode(file, content);
    await this.#disk.put(file, bytes, content.mode, this.#withAttributes.has(file));
  }

  /** The bytes of a content, in the encoding of its file. */
  encode(file: string, content: Exclude<FileContent, { kind: 'absent' }>): Promise<Buffer> {
    return content.kind === 'text'
      ? encodeExactly(content.text, this.codecs.get(file) ?? 'utf8', this.#encodings)
      : this.#blobs.get(content.hash);
  }

  /** Deletes a file, and the folders up to the workspace folder that become empty. */
  async remove(file: string, root?: string): Promise<void> {
    await this.#disk.delete(file);
    await this.removeEmptyParents(file, root);
  }

  /** Deletes the folders up to the workspace folder that are empty without the file. */
  async removeEmptyParents(file: string, root: string | undefined): Promise<void> {
    if (root !== undefined) {
      await this.#disk.removeEmptyParents(file, root, this.#isKeptFolder);
    }
  }

  /**
   * Moves a file and creates missing folders. One path may be a parent of the other: a folder may have replaced a file,
   * or the reverse.
   */
  async rename(from: string, to: string): Promise<void> {
    await (isNestedPath(from, to) ? this.#moveOverlapping(from, to) : this.#disk.move(from, to));
    this.moveEncoding(from, to);
  }

  /** Creates the folders for a file that VS Code moves. */
  async prepareMove(to: string): Promise<void> {
    await this.#disk.prepareMove(to);
  }

  /** Remembers what is known about a file under its new name. */
  moveEncoding(from: string, to: string): void {
    const codec = this.codecs.get(from);
    if (codec !== undefined) {
      this.codecs.set(to, codec);
    }
    if (this.#withAttributes.has(from)) {
      this.#withAttributes = new Set([...this.#withAttributes, to]);
    }
  }

  async setMode(file: string, mode: number): Promise<void> {
    await this.#disk.setMode(file, mode);
  }

  /** Throws if a folder on the way to a file was replaced by a link, which would lead elsewhere. */
  async assertNoLinks(file: string): Promise<void> {
    await this.#disk.assertNoLinks(file);
  }

  /** Sets the modification time of a file to now. */
  async touch(file: string): Promise<void> {
    await this.#disk.touch(file);
  }

  /**
   * The new path is free only after the file has left the old one. If it is not free even then, the file is moved back.
   */
  async #moveOverlapping(from: string, to: string): Promise<void> {
    const folder = path.dirname(from.length < to.length ? from : to);
    const temporary = path.join(folder, `.accord-${randomUUID()}`);
    await this.#disk.move(from, temporary);
    try {
      await this.#disk.removeEmptyParents(from, folder);
      await this.#disk.move(temporary, to);
    } catch (error) {
      await this.#disk.move(temporary, from);
      throw error;
    }
  }

  async #read(file: string, codec: string | undefined): Promise<FileContent> {
    try {
      const stats = await lstat(file);
      if (stats.isSymbolicLink()) {
        return await this.#toBinary(await readlink(file, { encoding: 'buffer' }), SYMLINK_MODE);
      }
      if (!stats.isFile()) {
        return { kind: 'absent' };
      }
      return await this.#decode({ file, bytes: await readFile(file), mode: stats.mode, codec });
    } catch (error) {
      if (isNotFoundError(error)) {
        return { kind: 'absent' };
      }
      throw error;
    }
  }

  #fromSnapshot(
    file: string,
    bytes: Uint8Array,
    { mode, codec }: { readonly mode: FileMode | undefined; readonly codec: string | undefined },
  ): Promise<FileContent> {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return mode === SYMLINK_MODE
      ? this.#toBinary(buffer, SYMLINK_MODE)
      : this.#decode({ file, bytes: buffer, mode, codec });
  }

  /**
   * Bytes in another encoding than the known one are not text of this file. Binary content does not change the known
   * encoding.
   */
  async #decode({ file, bytes, mode, codec }: ReadFile): Promise<FileContent> {
    const given = mode === undefined ? {} : { mode };
    const exact =
      bytes.length > TEXT_LIMIT_BYTES
        ? undefined
        : await decodeExactly(bytes, await this.#expectedEncoding(file, codec), this.#encodings);
    if (!exact || exact.codec !== (codec ?? exact.codec)) {
      return { ...(await this.#toBinary(bytes, mode)), ...given };
    }
    this.codecs.set(file, exact.codec);
    return { kind: 'text', text: exact.text, ...given };
  }

  /** Settings and guesses change, but almost any bytes are valid UTF-16. */
  async #expectedEncoding(file: string, known: string | undefined): Promise<string> {
    return known === undefined || known.startsWith('utf16') ? this.#encodings.get(file) : known;
  }

  async #toBinary(
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

/** Whether one path is a parent of the other, so that a file is in the place of a folder. */
export const isNestedPath = (one: string, other: string): boolean =>
  one.startsWith(other + path.sep) || other.startsWith(one + path.sep);
