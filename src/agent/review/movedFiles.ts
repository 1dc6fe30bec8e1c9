import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { mapWithLimit } from '../../core/async/mapWithLimit.ts';
import {
  sameContent,
  toFileContent,
  type FileContent,
  type FileSide,
} from '../../core/review/file/fileSide.ts';
import {
  isPending,
  type ReviewedFile,
  type VanishedChange,
} from '../../core/review/file/reviewedFile.ts';
import type { ReviewModel } from '../../core/review/model/reviewModel.ts';
import type { ReviewFiles } from './reviewFiles.ts';

/** How long, and for how many paths, we remember what has appeared: a move may be reported as creation first. */
const REMEMBERED_MS = 5_000;
const REMEMBERED_PATHS = 2_000;

/**
 * Finds files under review that a program has moved, as `git mv` does: the text has vanished from one path and is at
 * another one now.
 */
export class MovedFiles {
  readonly #model: ReviewModel;
  readonly #files: ReviewFiles;
  /** Paths that have appeared recently, and when. */
  readonly #appeared = new Map<string, number>();

  constructor(model: ReviewModel, files: ReviewFiles) {
    this.#model = model;
    this.#files = files;
  }

  /** Whether the text of any file is missing. */
  get isAnyMissing(): boolean {
    return this.#missing().length > 0;
  }

  /** Renames the missing files of which the text is at one of these paths. Returns the new paths. */
  async follow(paths: readonly string[]): Promise<readonly string[]> {
    this.#remember(paths);
    if (!this.isAnyMissing) {
      return [];
    }
    const found: string[] = [];
    for (const candidate of await this.#candidates([...this.#appeared.keys()])) {
      const from = await this.#findOrigin(candidate);
      if (from !== undefined) {
        this.#appeared.delete(candidate);
        this.#files.moveEncoding(from, candidate);
        this.#model.recordUserRename(from, candidate);
        found.push(candidate);
      }
    }
    return found;
  }

  #remember(paths: readonly string[]): void {
    const nowMs = Date.now();
    paths.forEach(one => this.#appeared.set(one, nowMs));
    let surplus = this.#appeared.size - REMEMBERED_PATHS;
    for (const [one, atMs] of this.#appeared) {
      if (surplus-- > 0 || nowMs - atMs > REMEMBERED_MS) {
        this.#appeared.delete(one);
      }
    }
  }

  #missing(): readonly ReviewedFile[] {
    return this.#model.state.files.resolved.filter(
      file => file.vanished.length > 0 && file.current.form.kind === 'absent' && !isPending(file),
    );
  }

  /** The files at these paths. For a folder, only the places where it may contain a missing file. */
  async #candidates(paths: readonly string[]): Promise<readonly string[]> {
    const all = await mapWithLimit(paths, async one => {
      const stats = await lstat(one).catch(() => undefined);
      return stats?.isDirectory() ? this.#pathsIn(one) : stats ? [one] : [];
    });
    return [...new Set(all.flat())].filter(one => !this.#model.getFile(one));
  }

  #pathsIn(folder: string): readonly string[] {
    return this.#missing().flatMap(({ current }) =>
      ancestors(current.path).map(one => path.join(folder, path.relative(one, current.path))),
    );
  }

  /** The path of the missing file whose text is in this file now. */
  async #findOrigin(file: string): Promise<string | undefined> {
    const stats = await lstat(file).catch(() => undefined);
    // Any two empty files are alike, which is no sign of a move.
    const alike = stats?.size ? this.#missing().filter(one => this.#hasSize(one, stats)) : [];
    const content = alike.length > 0 ? await this.#files.readDetectingEncoding(file) : undefined;
    return content && alike.find(one => hasMovedTo(one, file, content))?.current.path;
  }

  /** Sizes are compared before texts. The size of a text in another encoding than UTF-8 is not known. */
  #hasSize({ current, vanished }: ReviewedFile, { size }: Stats): boolean {
    const isUtf8 = (this.#files.codecs.get(current.path) ?? 'utf8') === 'utf8';
    return vanished.some(one => !isUtf8 || sizeBytes(one) === size);
  }
}

const sizes = new WeakMap<VanishedChange, number>();

function sizeBytes(vanished: VanishedChange): number {
  const known = sizes.get(vanished);
  if (known !== undefined) {
    return known;
  }
  const content = toFileContent(vanished.current);
  const size =
    content.kind === 'text'
      ? Buffer.byteLength(content.text)
      : content.kind === 'binary'
        ? content.sizeBytes
        : -1;
  sizes.set(vanished, size);
  return size;
}

/** Whether a file has taken its text to another path. If it is as it was before the agent moved it, the move is gone. */
const hasMovedTo = ({ vanished }: ReviewedFile, file: string, content: FileContent): boolean =>
  vanished.some(
    ({ base, current }) =>
      hasContent(current, content) && !(base.path === file && hasContent(base, content)),
  );

/** Permissions may differ: a move by copying does not always keep them. */
function hasContent(side: FileSide, content: FileContent): boolean {
  const known = toFileContent(side);
  return content.kind === 'text' && known.kind === 'text'
    ? content.text === known.text
    : content.kind !== 'absent' && sameContent(content, known);
}

/** The folders that contain a file, innermost first. */
function ancestors(file: string): readonly string[] {
  const folder = path.dirname(file);
  return folder === file || folder === path.dirname(folder) ? [] : [folder, ...ancestors(folder)];
}
