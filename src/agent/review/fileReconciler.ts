import type { FileMode } from '../../core/checkpoint/snapshotChange.ts';
import { toFileContent, sameContent, type FileContent } from '../../core/review/file/fileSide.ts';
import type { Origin } from '../../core/review/file/hunk.ts';
import type { ReviewModel } from '../../core/review/model/reviewModel.ts';
import { normalizeText } from '../../core/text/normalizeText.ts';
import type { Logger } from '../../core/logger.ts';
import { ReviewModelWriter, type TextComparer } from './reviewModelWriter.ts';
import type { ReviewFiles } from './reviewFiles.ts';
import { isUncaptured, type WorkTreeChange } from './workTree.ts';
import type { WorkTrees } from './workTrees.ts';

/** What the editor knows about files and the disk does not. */
export interface EditorBuffers {
  /** Whether the user sees the file, so that changes have to appear immediately. */
  isOpen(path: string): boolean;
  /** Whether the file has unsaved edits, or is being written through the editor. */
  isBusy(path: string): boolean;
  /** Counts the user's edits, to detect that a file was read before the latest one. */
  editCount(path: string): number;
  /** Whether the editor had loaded this text from disk before the user continued to type. */
  hasShown(path: string, text: string): boolean;
}

export interface FileReconcilerOptions {
  readonly log: ReviewModel;
  readonly files: ReviewFiles;
  readonly buffers: EditorBuffers;
  readonly trees: WorkTrees;
  readonly notes: Logger;
  readonly comparer: TextComparer;
}

/** What is known about a change besides the file itself. */
interface About {
  readonly origin?: Origin | undefined;
  readonly mode?: FileMode | undefined;
  /** The previous text, as the editor had it. */
  readonly hint?: string | undefined;
  readonly before?: FileContent;
  /** The previous bytes, if a comparison of snapshots has identified them. */
  readonly bytes?: (() => Promise<Uint8Array | undefined>) | undefined;
}

/** The last known content of a file that is not in the review model. */
export interface KnownContent {
  readonly path: string;
  readonly content: FileContent;
}

/** How often a file is read again because it was changed at the same time. */
const ATTEMPTS = 5;

/**
 * Compares the content on disk with the known content, file by file, and records in the review model who made the
 * difference.
 */
export class FileReconciler {
  readonly #parts: FileReconcilerOptions;
  readonly #ledger: ReviewModelWriter;
  readonly #told = new Map<string, { readonly content: FileContent; readonly at: number }>();
  /**
   * Files that the user has saved and that were not reconciled since. The next difference found in them is the user's.
   */
  readonly #claimed = new Set<string>();
  /** What agents wrote to files with unsaved edits, and the content before. */
  readonly #late = new Map<string, { readonly origin: Origin; readonly before: FileContent }>();
  #clock = 0;

  constructor(parts: FileReconcilerOptions) {
    this.#parts = parts;
    this.#ledger = new ReviewModelWriter(parts.log, parts.comparer);
  }

  /**
   * Contents that neither the review model nor the snapshots have. Without them, an agent's text could pass for the
   * user's after a crash.
   */
  get knownContents(): readonly KnownContent[] {
    return [...this.#told].flatMap(([path, { content }]) =>
      this.#parts.log.getFile(path) ? [] : [{ path, content }],
    );
  }

  /** Restores the contents that an earlier window knew. */
  resume(told: readonly KnownContent[]): void {
    told.forEach(({ path, content }) => this.#tell(path, content));
  }

  /** Advances the logical clock that orders the known contents. */
  tick(): number {
    return ++this.#clock;
  }

  /** Forgets contents that are older than a scan: the snapshots have them. */
  forget(before: number): void {
    for (const [path, { at }] of this.#told) {
      if (at < before) {
        this.#told.delete(path);
      }
    }
  }

  /**
   * Reconciles a difference between two snapshots. Without an origin it is the user's. Returns whether the file still
   * differs.
   */
  async reconcileChange(found: WorkTreeChange, origin: Origin | undefined): Promise<boolean> {
    const { change, path, from, before: bytes } = found;
    if (isUncaptured(change)) {
      return true;
    }
    const mode = change.kind === 'created' ? undefined : change.before.mode;
    if (from !== undefined) {
      await this.#renamed(from, path, { origin, mode, bytes });
    }
    const isThere = await this.reconcile(path, {
      origin,
      mode,
      bytes: from === undefined ? bytes : nothing,
    });
    return isThere || from !== undefined || this.#isAsSeen(found);
  }

  /**
   * What is left of a change that could not be reconciled: the review model may know the new name, but not the content.
   */
  remainderOf(found: WorkTreeChange): WorkTreeChange {
    const { change, path } = found;
    return change.kind === 'renamed' && this.#parts.log.getFile(path)
      ? { ...found, change: { kind: 'created', path: change.path, after: change.after } }
      : found;
  }

  /** Reconciles a file that is on screen without waiting for a scan. Creations, deletions and renames need a scan. */
  async reconcileIfVisible(path: string, origin: Origin | undefined): Promise<void> {
    const { log, files, buffers } = this.#parts;
    const isWatched = log.getFile(path) ?? (buffers.isOpen(path) && (await this.isKnown(path)));
    if (isWatched && (await files.exists(path))) {
      await this.reconcile(path, { origin });
    }
  }

  /** Whether the previous content of a file is known independently of who changes it. */
  async isKnown(path: string): Promise<boolean> {
    const { log, trees } = this.#parts;
    return (
      log.getFile(path) !== undefined ||
      this.#told.has(path) ||
      (await (await trees.findContaining(path))?.readBaseline(path)) !== undefined
    );
  }

  /** Returns whether there was a difference. */
  async reconcile(path: string, about: About): Promise<boolean> {
    const { buffers } = this.#parts;
    const { origin } = about;
    if (!origin || (this.#claimed.has(path) && about.hint === undefined)) {
      await this.reconcileAsUser(path);
      return true;
    }
    const late = about.hint === undefined ? this.#late.get(path) : undefined;
    const [after, before] = await this.#pair(path, { ...about, ...late });
    // The unsaved text may be based on the new text on disk: then only the unsaved edits are the user's.
    const isShown = after.kind === 'text' && buffers.hasShown(path, after.text);
    if (buffers.isBusy(path) && !isShown) {
      this.#late.set(path, { origin, before });
      return true;
    }
    this.#late.delete(path);
    if (sameContent(after, before)) {
      return false;
    }
    this.#tell(path, after);
    await this.#ledger.write(path, after, { kind: 'agent', origin }, before);
    return true;
  }

  /** Handles discarded unsaved edits: the content on disk may be the agent's. */
  async reconcileReverted(path: string, running: Origin | undefined): Promise<void> {
    const late = this.#late.get(path);
    if (late || this.#parts.log.getFile(path)) {
      await this.reconcile(path, late ?? { origin: running });
    }
  }

  /** Whether the next difference found in a file is the user's. */
  setClaimedByUser(path: string, isClaimed: boolean): void {
    if (isClaimed) {
      this.#claimed.add(path);
    } else {
      this.#claimed.delete(path);
    }
  }

  isClaimedByUser(path: string): boolean {
    return this.#claimed.has(path);
  }

  /** Attributes every difference in a file to the user. */
  async reconcileAsUser(path: string): Promise<void> {
    const { log, buffers } = this.#parts;
    const isClaimed = this.#claimed.delete(path);
    if (buffers.isBusy(path)) {
      if (isClaimed && !log.getFile(path)) {
        this.#late.delete(path);
        this.#tell(path, await this.#read(path, 'anew')); // The unsaved edits are based on the user's own text.
      }
      return;
    }
    this.#late.delete(path);
    const file = log.getFile(path);
    if (file && sameContent(await this.#read(path, 'known'), toFileContent(file.current))) {
      this.#tell(path, toFileContent(file.current));
      return;
    }
    const content = await this.#read(path, 'anew');
    this.#tell(path, content);
    if (log.getFile(path)) {
      if (content.kind === 'absent' && buffers.isBusy(path)) {
        return; // The file is being renamed.
      }
      if (content.kind === 'absent') {
        log.dispatch({ kind: 'removed', path });
      } else {
        await this.#ledger.write(path, content, { kind: 'user' }, null);
      }
    }
  }

  /**
   * Whether the scan saw the file as it is known, so that it was reconciled already. If it saw something else, that was
   * only there for a moment, and the known content stays valid.
   */
  async #isAsSeen({ change, path, after }: WorkTreeChange): Promise<boolean> {
    const file = this.#parts.log.getFile(path);
    const known = file ? toFileContent(file.current) : this.#told.get(path)?.content;
    if (!known) {
      return false;
    }
    const bytes = await after();
    const mode = change.kind === 'deleted' ? undefined : change.after.mode;
    const seen = bytes ? await this.#parts.files.toContent(path, bytes, mode) : ABSENT;
    if (sameContent(seen, known)) {
      return true;
    }
    this.#tell(path, known);
    return false;
  }

  async #renamed(from: string, to: string, about: About): Promise<void> {
    const { origin } = about;
    const isTold = this.#told.has(from) || this.#told.has(to);
    const before = await this.#known(from, about);
    if (!origin || isTold || before.kind === 'absent') {
      await this.reconcile(from, about);
      return;
    }
    this.#parts.log.recordAgentRename(from, to, before, origin);
    this.#tell(from, { kind: 'absent' });
  }

  /** The content on disk and the known content. */
  async #pair(path: string, about: About): Promise<readonly [FileContent, FileContent]> {
    const isReviewed = this.#parts.log.getFile(path) !== undefined;
    const before = (!isReviewed && about.before) || (await this.#before(path, about));
    const isNew = !isReviewed && before.kind === 'absent';
    return [await this.#read(path, isNew ? 'anew' : 'known'), before];
  }

  async #read(path: string, how: 'anew' | 'known'): Promise<FileContent> {
    const { files, buffers } = this.#parts;
    for (let attempt = 1; ; attempt += 1) {
      const touches = buffers.editCount(path);
      const content = await (how === 'anew' ? files.readDetectingEncoding(path) : files.read(path));
      if (touches === buffers.editCount(path) || attempt === ATTEMPTS) {
        return content;
      }
    }
  }

  /** The previous text from the editor takes precedence over the snapshot, unless they differ only in line endings. */
  async #before(path: string, about: About): Promise<FileContent> {
    const { hint } = about;
    const known = await this.#known(path, about);
    const isSame =
      known.kind === 'text' &&
      hint !== undefined &&
      normalizeText(known.text) === normalizeText(hint);
    if (hint === undefined || isSame || this.#parts.log.getFile(path)) {
      return known;
    }
    const now = await this.#read(path, known.kind === 'absent' ? 'anew' : 'known');
    if (now.kind !== 'text') {
      return known;
    }
    const mark = now.text.startsWith('\uFEFF') ? '\uFEFF' : '';
    return { ...now, text: mark + hint };
  }

  /** The content that the review model has, or would have: the known content, else the one of the last snapshot. */
  async #known(path: string, about: About): Promise<FileContent> {
    const file = this.#parts.log.getFile(path);
    return file
      ? toFileContent(file.current)
      : (this.#told.get(path)?.content ?? this.#seen(path, about));
  }

  async #seen(path: string, about: About): Promise<FileContent> {
    const { files, trees } = this.#parts;
    const tree = about.bytes ? undefined : await trees.findContaining(path);
    const bytes = await (about.bytes?.() ?? tree?.readBaseline(path));
    const mode = about.mode ?? (await tree?.getBaselineMode(path));
    return bytes ? files.toContentDetectingEncoding(path, bytes, mode) : { kind: 'absent' };
  }

  #tell(path: string, content: FileContent): void {
    this.#told.set(path, { content, at: this.tick() });
  }
}

const ABSENT = { kind: 'absent' } as const;

const nothing = (): Promise<undefined> => Promise.resolve(undefined);
