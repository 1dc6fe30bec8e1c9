import type { FileMode } from '../../core/checkpoint/snapshotChange.ts';
import { toFileContent, sameContent, type FileContent } from '../../core/review/file/fileSide.ts';
import type { Origin } from '../../core/review/file/hunk.ts';
import type { ReviewModel } from '../../core/review/model/reviewModel.ts';
import { sharedChanges } from '../../core/diff/merge3.ts';
import { joinLines, splitLines } from '../../core/text/lines.ts';
import { normalizeText } from '../../core/text/normalizeText.ts';
import type { Logger } from '../../core/logger.ts';
import { type KnownContent, KnownContents } from './knownContents.ts';
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

/** Documents with unsaved edits, beneath which agents write to disk. */
export interface UnsavedDocuments {
  /** Merges the text on disk into the unsaved text. Returns false if there is none, or if that has to wait. */
  merge(path: string, write: WriteBeneath): Promise<boolean>;
  /** What happened to the unsaved edits of a file beneath which an agent has written. */
  takeDiscarded(path: string): Promise<DiscardResult>;
}

/** An agent has written a file that has unsaved edits. */
export interface WriteBeneath {
  readonly origin: Origin;
  /** The known content before. */
  readonly before?: FileContent;
}

export type DiscardResult =
  /** They are still there, or no agent has written beneath them. */
  | { readonly kind: 'none' }
  /** They are gone, but the editor does not show the text on disk yet. */
  | { readonly kind: 'outdated' }
  /** They are gone. They were based on the text `original`. */
  | { readonly kind: 'discarded'; readonly original: string; readonly origin: Origin };

export interface FileReconcilerOptions {
  readonly model: ReviewModel;
  readonly files: ReviewFiles;
  readonly buffers: EditorBuffers;
  readonly unsaved?: UnsavedDocuments;
  readonly trees: WorkTrees;
  readonly logger: Logger;
  readonly comparer: TextComparer;
}

/** What is known about a change besides the file itself. */
interface ChangeDetails {
  readonly origin?: Origin | undefined;
  readonly mode?: FileMode | undefined;
  /** The previous text, as the editor had it. */
  readonly editorText?: string | undefined;
  readonly before?: FileContent;
  /** The previous bytes, if a comparison of snapshots has identified them. */
  readonly bytes?: (() => Promise<Uint8Array | undefined>) | undefined;
}

/** How often a file is read again because it was changed at the same time. */
const ATTEMPTS = 5;

/**
 * Compares the content on disk with the known content, file by file, and records in the review model who made the
 * difference.
 */
export class FileReconciler {
  readonly #options: FileReconcilerOptions;
  readonly #writer: ReviewModelWriter;
  readonly contents = new KnownContents();
  /**
   * Files that the user has saved and that were not reconciled since. The next difference found in them is the user's.
   */
  readonly #claimedByUser = new Set<string>();
  /** What agents wrote to files with unsaved edits, and the content before. */
  readonly #hiddenWrites = new Map<
    string,
    { readonly origin: Origin; readonly before: FileContent }
  >();

  constructor(options: FileReconcilerOptions) {
    this.#options = options;
    this.#writer = new ReviewModelWriter(options.model, options.comparer);
  }

  /**
   * Contents that neither the review model nor the snapshots have. Without them, an agent's text could pass for the
   * user's after a crash.
   */
  get knownContents(): readonly KnownContent[] {
    return this.contents.all.filter(({ path }) => !this.#options.model.getFile(path));
  }

  /** Restores the contents that an earlier window knew. */
  resume(known: readonly KnownContent[]): void {
    known.forEach(({ path, content }) => this.contents.set(path, content));
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
      bytes: from === undefined ? bytes : noBytes,
    });
    return isThere || from !== undefined || this.#matchesScan(found);
  }

  /**
   * What is left of a change that could not be reconciled: the review model may know the new name, but not the content.
   */
  remainderOf(found: WorkTreeChange): WorkTreeChange {
    const { change, path } = found;
    return change.kind === 'renamed' && this.#options.model.getFile(path)
      ? { ...found, change: { kind: 'created', path: change.path, after: change.after } }
      : found;
  }

  /** Reconciles a file that is on screen without waiting for a scan. Creations, deletions and renames need a scan. */
  async reconcileIfVisible(path: string, origin: Origin | undefined): Promise<void> {
    const { model, files, buffers } = this.#options;
    const isWatched = model.getFile(path) ?? (buffers.isOpen(path) && (await this.isKnown(path)));
    if (isWatched && (await files.exists(path))) {
      await this.reconcile(path, { origin });
    }
  }

  isReviewed(path: string): boolean {
    return this.#options.model.getFile(path) !== undefined;
  }

  /** Whether the previous content of a file is known independently of who changes it. */
  async isKnown(path: string): Promise<boolean> {
    const { model, trees } = this.#options;
    return (
      model.getFile(path) !== undefined ||
      this.contents.has(path) ||
      (await (await trees.findContaining(path))?.readBaseline(path)) !== undefined
    );
  }

  /** Returns whether there was a difference. */
  async reconcile(path: string, details: ChangeDetails): Promise<boolean> {
    const { buffers } = this.#options;
    const { origin } = details;
    if (!origin || (this.#claimedByUser.has(path) && details.editorText === undefined)) {
      await this.reconcileAsUser(path);
      return true;
    }
    const hidden = details.editorText === undefined ? this.#hiddenWrites.get(path) : undefined;
    const [after, before] = await this.#readPair(path, { ...details, ...hidden });
    // The unsaved text may be based on the new text on disk: then only the unsaved edits are the user's.
    const isShown = after.kind === 'text' && buffers.hasShown(path, after.text);
    if (buffers.isBusy(path) && !isShown) {
      await this.#reconcileUnsaved(path, after, { origin, before });
      return true;
    }
    this.#hiddenWrites.delete(path);
    if (sameContent(after, before)) {
      return false;
    }
    this.contents.set(path, after);
    await this.#writer.write(path, after, { kind: 'agent', origin }, before);
    return true;
  }

  /** Handles discarded unsaved edits: the content on disk may be the agent's. */
  async reconcileReverted(path: string, running: Origin | undefined): Promise<void> {
    const discard = await this.#options.unsaved?.takeDiscarded(path);
    if (discard?.kind === 'outdated') {
      return; // This is called again when the editor shows the text on disk.
    }
    if (discard?.kind === 'discarded') {
      await this.#reconcileDiscarded(path, discard);
      return;
    }
    const hidden = this.#hiddenWrites.get(path);
    if (hidden || this.#options.model.getFile(path)) {
      await this.reconcile(path, hidden ?? { origin: running });
    }
  }

  /** Merges an agent's write into the unsaved text, or remembers it until that is possible. */
  async #reconcileUnsaved(
    path: string,
    after: FileContent,
    write: { readonly origin: Origin; readonly before: FileContent },
  ): Promise<void> {
    if (after.kind === 'text' && (await this.#options.unsaved?.merge(path, write))) {
      this.#hiddenWrites.delete(path);
      this.contents.set(path, after);
    } else {
      this.#hiddenWrites.set(path, write);
    }
  }

  /** The user has given up the unsaved edits. What is on disk besides is the agent's, also where the edits had taken its place. */
  async #reconcileDiscarded(
    path: string,
    { original, origin }: { readonly original: string; readonly origin: Origin },
  ): Promise<void> {
    this.#hiddenWrites.delete(path);
    const current = this.#options.model.getFile(path)?.current;
    const content = await this.#read(path, 'known');
    if (current?.form.kind !== 'text' || content.kind !== 'text') {
      const before = { kind: 'text', text: original } as const;
      await this.reconcile(path, current ? { origin } : { origin, before });
      return;
    }
    const kept = sharedChanges(splitLines(original), current.lines, splitLines(content.text));
    this.contents.set(path, content);
    await this.#writer.write(path, { ...content, text: joinLines(kept) }, { kind: 'user' }, null);
    await this.#writer.write(path, content, { kind: 'agent', origin }, null);
  }

  /** Whether the next difference found in a file is the user's. */
  setClaimedByUser(path: string, isClaimed: boolean): void {
    if (isClaimed) {
      this.#claimedByUser.add(path);
    } else {
      this.#claimedByUser.delete(path);
    }
  }

  isClaimedByUser(path: string): boolean {
    return this.#claimedByUser.has(path);
  }

  /** Attributes every difference in a file to the user. */
  async reconcileAsUser(path: string): Promise<void> {
    const { model, buffers } = this.#options;
    const isClaimed = this.#claimedByUser.delete(path);
    if (buffers.isBusy(path)) {
      if (isClaimed && !model.getFile(path)) {
        this.#hiddenWrites.delete(path);
        this.contents.set(path, await this.#read(path, 'anew')); // The unsaved edits are based on the user's own text.
      }
      return;
    }
    this.#hiddenWrites.delete(path);
    const file = model.getFile(path);
    if (file && sameContent(await this.#read(path, 'known'), toFileContent(file.current))) {
      this.contents.set(path, toFileContent(file.current));
      return;
    }
    const content = await this.#read(path, 'anew');
    this.contents.set(path, content);
    if (model.getFile(path)) {
      if (content.kind === 'absent' && buffers.isBusy(path)) {
        return; // The file is being renamed.
      }
      if (content.kind === 'absent') {
        model.dispatch({ kind: 'removed', path });
      } else {
        await this.#writer.write(path, content, { kind: 'user', onDisk: true }, null);
      }
    }
  }

  /**
   * Whether the scan saw the file as it is known, so that it was reconciled already. If it saw something else, that was
   * only there for a moment, and the known content stays valid.
   */
  async #matchesScan({ change, path, after }: WorkTreeChange): Promise<boolean> {
    const file = this.#options.model.getFile(path);
    const known = file ? toFileContent(file.current) : this.contents.get(path);
    if (!known) {
      return false;
    }
    const bytes = await after();
    const mode = change.kind === 'deleted' ? undefined : change.after.mode;
    const seen = bytes ? await this.#options.files.toContent(path, bytes, mode) : ABSENT;
    if (sameContent(seen, known)) {
      return true;
    }
    this.contents.set(path, known);
    return false;
  }

  async #renamed(from: string, to: string, details: ChangeDetails): Promise<void> {
    const { origin } = details;
    const isKnown = this.contents.has(from) || this.contents.has(to);
    const before = await this.#knownContent(from, details);
    if (!origin || isKnown || before.kind === 'absent') {
      await this.reconcile(from, details);
      return;
    }
    this.#options.model.recordAgentRename(from, to, before, origin);
    this.contents.set(from, { kind: 'absent' });
  }

  /** The content on disk and the known content. */
  async #readPair(
    path: string,
    details: ChangeDetails,
  ): Promise<readonly [FileContent, FileContent]> {
    const isReviewed = this.#options.model.getFile(path) !== undefined;
    const before = (!isReviewed && details.before) || (await this.#previousContent(path, details));
    const isNew = !isReviewed && before.kind === 'absent';
    return [await this.#read(path, isNew ? 'anew' : 'known'), before];
  }

  async #read(path: string, how: 'anew' | 'known'): Promise<FileContent> {
    const { files, buffers } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      const touches = buffers.editCount(path);
      const content = await (how === 'anew' ? files.readDetectingEncoding(path) : files.read(path));
      if (touches === buffers.editCount(path) || attempt === ATTEMPTS) {
        return content;
      }
    }
  }

  /** The previous text from the editor takes precedence over the snapshot, unless they differ only in line endings. */
  async #previousContent(path: string, details: ChangeDetails): Promise<FileContent> {
    const { editorText } = details;
    const known = await this.#knownContent(path, details);
    const isSame =
      known.kind === 'text' &&
      editorText !== undefined &&
      normalizeText(known.text) === normalizeText(editorText);
    if (editorText === undefined || isSame || this.#options.model.getFile(path)) {
      return known;
    }
    const now = await this.#read(path, known.kind === 'absent' ? 'anew' : 'known');
    if (now.kind !== 'text') {
      return known;
    }
    const mark = now.text.startsWith('\uFEFF') ? '\uFEFF' : '';
    return { ...now, text: mark + editorText };
  }

  /** The content that the review model has, or would have: the known content, else the one of the last snapshot. */
  async #knownContent(path: string, details: ChangeDetails): Promise<FileContent> {
    const file = this.#options.model.getFile(path);
    return file
      ? toFileContent(file.current)
      : (this.contents.get(path) ?? this.#baselineContent(path, details));
  }

  async #baselineContent(path: string, details: ChangeDetails): Promise<FileContent> {
    const { files, trees } = this.#options;
    const tree = details.bytes ? undefined : await trees.findContaining(path);
    const bytes = await (details.bytes?.() ?? tree?.readBaseline(path));
    const mode = details.mode ?? (await tree?.getBaselineMode(path));
    return bytes ? files.toContentDetectingEncoding(path, bytes, mode) : { kind: 'absent' };
  }
}

const ABSENT = { kind: 'absent' } as const;

const noBytes = (): Promise<undefined> => Promise.resolve(undefined);
