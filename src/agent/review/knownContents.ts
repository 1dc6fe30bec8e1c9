import type { FileMode } from '../../core/checkpoint/snapshotChange.ts';
import { toFileContent, type FileContent } from '../../core/review/file/fileSide.ts';
import type { Origin } from '../../core/review/file/hunk.ts';
import type { ReviewModel } from '../../core/review/model/reviewModel.ts';
import { normalizeText } from '../../core/text/normalizeText.ts';
import type { ReviewFiles } from './reviewFiles.ts';
import type { WorkTrees } from './workTrees.ts';

/** What is known about a change besides the file itself. */
export interface ChangeDetails {
  readonly origin?: Origin | undefined;
  readonly mode?: FileMode | undefined;
  /** The previous text, as the editor had it. */
  readonly editorText?: string | undefined;
  readonly before?: FileContent;
  /** The previous bytes, if a comparison of snapshots has identified them. */
  readonly bytes?: (() => Promise<Uint8Array | undefined>) | undefined;
}

/** The last known content of a file that is not in the review model. */
export interface KnownContent {
  readonly path: string;
  readonly content: FileContent;
}

export interface KnownContentsOptions {
  readonly model: ReviewModel;
  readonly files: ReviewFiles;
  readonly trees: WorkTrees;
  /** Counts the user's edits, to detect that a file was read before the latest one. */
  readonly buffers: { editCount(path: string): number };
}

/** How often a file is read again because it was changed at the same time. */
const ATTEMPTS = 5;

/** The contents that files had when they were last read, and those on disk. */
export class KnownContents {
  readonly #options: KnownContentsOptions;
  readonly #contents = new Map<string, { readonly content: FileContent; readonly at: number }>();
  #clock = 0;

  constructor(options: KnownContentsOptions) {
    this.#options = options;
  }

  /**
   * Contents that neither the review model nor the snapshots have. Without them, an agent's text could pass for the
   * user's after a crash.
   */
  get unrecorded(): readonly KnownContent[] {
    return [...this.#contents].flatMap(([path, { content }]) =>
      this.#options.model.getFile(path) ? [] : [{ path, content }],
    );
  }

  has(path: string): boolean {
    return this.#contents.has(path);
  }

  get(path: string): FileContent | undefined {
    return this.#contents.get(path)?.content;
  }

  set(path: string, content: FileContent): void {
    this.#contents.set(path, { content, at: this.tick() });
  }

  /** Advances the logical clock that orders the known contents. */
  tick(): number {
    return ++this.#clock;
  }

  /** Files that were known before a scan and are gone: if they were written, or moved by the user, since the last one, no snapshot has them. */
  async findGone(before: number): Promise<readonly string[]> {
    const { model, files } = this.#options;
    const gone: string[] = [];
    for (const [path, { at, content }] of this.#contents) {
      const file = model.getFile(path);
      const isKnown = at < before && (file?.current.form ?? content).kind !== 'absent';
      const isGone = isKnown && !(await files.exists(path));
      // The next scan finds what a snapshot has, and may find it moved.
      if (isGone && (file || !(await this.#isInBaseline(path)))) {
        gone.push(path);
      }
    }
    return gone;
  }

  /** Forgets contents that are older than a scan: the snapshots have them. */
  forget(before: number): void {
    for (const [path, { at }] of this.#contents) {
      if (at < before) {
        this.#contents.delete(path);
      }
    }
  }

  /** Whether the previous content of a file is known independently of who changes it. */
  async isKnown(path: string): Promise<boolean> {
    const { model } = this.#options;
    return (
      model.getFile(path) !== undefined || this.#contents.has(path) || this.#isInBaseline(path)
    );
  }

  async #isInBaseline(path: string): Promise<boolean> {
    const tree = await this.#options.trees.findContaining(path);
    return (await tree?.readBaseline(path)) !== undefined;
  }

  /** The content on disk and the known content. */
  async readWithPrevious(
    path: string,
    details: ChangeDetails,
  ): Promise<readonly [FileContent, FileContent]> {
    const isReviewed = this.#options.model.getFile(path) !== undefined;
    const before = (!isReviewed && details.before) || (await this.#previousContent(path, details));
    const isNew = !isReviewed && before.kind === 'absent';
    return [await this.read(path, isNew ? 'detectEncoding' : 'knownEncoding'), before];
  }

  /** Reads a file, and reads it again if the user edits it meanwhile. */
  async read(path: string, how: 'detectEncoding' | 'knownEncoding'): Promise<FileContent> {
    const { files, buffers } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      const editCount = buffers.editCount(path);
      const content = await (how === 'detectEncoding'
        ? files.readDetectingEncoding(path)
        : files.read(path));
      if (editCount === buffers.editCount(path) || attempt === ATTEMPTS) {
        return content;
      }
    }
  }

  /** The content that the review model has, or would have: the known content, else the one of the last snapshot. */
  async getPrevious(path: string, details: ChangeDetails): Promise<FileContent> {
    const file = this.#options.model.getFile(path);
    return file ? toFileContent(file.current) : (this.get(path) ?? this.#baseline(path, details));
  }

  /** The previous text from the editor takes precedence over the snapshot, unless they differ only in line endings. */
  async #previousContent(path: string, details: ChangeDetails): Promise<FileContent> {
    const { editorText } = details;
    const known = await this.getPrevious(path, details);
    const isSame =
      known.kind === 'text' &&
      editorText !== undefined &&
      normalizeText(known.text) === normalizeText(editorText);
    if (editorText === undefined || isSame || this.#options.model.getFile(path)) {
      return known;
    }
    const now = await this.read(path, known.kind === 'absent' ? 'detectEncoding' : 'knownEncoding');
    if (now.kind !== 'text') {
      return known;
    }
    const mark = now.text.startsWith('\uFEFF') ? '\uFEFF' : '';
    return { ...now, text: mark + editorText };
  }

  async #baseline(path: string, details: ChangeDetails): Promise<FileContent> {
    const { files, trees } = this.#options;
    const tree = details.bytes ? undefined : await trees.findContaining(path);
    const bytes = await (details.bytes?.() ?? tree?.readBaseline(path));
    const mode = details.mode ?? (await tree?.getBaselineMode(path));
    return bytes ? files.toContentDetectingEncoding(path, bytes, mode) : { kind: 'absent' };
  }
}
