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

/** What the editor knows of files that the disk does not tell. */
export interface EditorBuffers {
  /** Whether the user has it before them, so that what happens to it shows at once. */
  isOpen(path: string): boolean;
  /** Whether the user has unsaved edits in it, or it is being written through the editor at this moment. */
  isBusy(path: string): boolean;
  /** Counts what the user did to it in the editor, so that an older look at the disk is not believed. */
  editCount(path: string): number;
  /** Whether the editor had taken this text over from others, before the user typed on. */
  hasShown(path: string, text: string): boolean;
}

/** What settling needs. */
export interface FileReconcilerOptions {
  readonly log: ReviewModel;
  readonly files: ReviewFiles;
  readonly buffers: EditorBuffers;
  readonly trees: WorkTrees;
  readonly notes: Logger;
  readonly comparer: TextComparer;
}

/** What is known of a change besides the file itself. */
interface About {
  readonly origin?: Origin | undefined;
  readonly mode?: FileMode | undefined;
  /** The text before, as the editor had it. */
  readonly hint?: string | undefined;
  readonly before?: FileContent;
  /** The bytes before, where a comparison of snapshots has named them. */
  readonly bytes?: (() => Promise<Uint8Array | undefined>) | undefined;
}

/** What was last seen of a file that is not in the ledger. */
export interface KnownContent {
  readonly path: string;
  readonly content: FileContent;
}

/** How often a file is read again because somebody wrote at the same time. */
const ATTEMPTS = 5;

/** Compares what stands on disk with what is known, file by file, and tells the ledger whose the difference is. */
export class FileReconciler {
  readonly #parts: FileReconcilerOptions;
  readonly #ledger: ReviewModelWriter;
  readonly #told = new Map<string, { readonly content: FileContent; readonly at: number }>();
  /** What the user has saved and nobody has looked at since: whoever is the first to look finds the user's. */
  readonly #claimed = new Set<string>();
  /** What agents wrote beneath unsaved edits, and what stood there before. */
  readonly #late = new Map<string, { readonly origin: Origin; readonly before: FileContent }>();
  #clock = 0;

  constructor(parts: FileReconcilerOptions) {
    this.#parts = parts;
    this.#ledger = new ReviewModelWriter(parts.log, parts.comparer);
  }

  /** What is known of files beside the ledger and the snapshots: without it, a crash would let an agent's text pass for ours. */
  get knownContents(): readonly KnownContent[] {
    return [...this.#told].flatMap(([path, { content }]) =>
      this.#parts.log.getFile(path) ? [] : [{ path, content }],
    );
  }

  /** Takes up what an earlier window knew. */
  resume(told: readonly KnownContent[]): void {
    told.forEach(({ path, content }) => this.#tell(path, content));
  }

  /** A moment in the order of what is told. */
  tick(): number {
    return ++this.#clock;
  }

  /** What was told before the folders were looked at is in their snapshots now. */
  forget(before: number): void {
    for (const [path, { at }] of this.#told) {
      if (at < before) {
        this.#told.delete(path);
      }
    }
  }

  /** A difference between two snapshots. Without an origin it is the user's. Answers whether it is still there. */
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

  /** What is left of a change that could not be settled: the ledger may know of the new name, but not what stands there. */
  remainderOf(found: WorkTreeChange): WorkTreeChange {
    const { change, path } = found;
    return change.kind === 'renamed' && this.#parts.log.getFile(path)
      ? { ...found, change: { kind: 'created', path: change.path, after: change.after } }
      : found;
  }

  /** A file that is on screen need not wait until the whole folder is compared; creations, deletions and renames do. */
  async reconcileIfVisible(path: string, origin: Origin | undefined): Promise<void> {
    const { log, files, buffers } = this.#parts;
    const isWatched = log.getFile(path) ?? (buffers.isOpen(path) && (await this.isKnown(path)));
    if (isWatched && (await files.exists(path))) {
      await this.reconcile(path, { origin });
    }
  }

  /** Whether the text before of a file is known from somewhere else than those who change it. */
  async isKnown(path: string): Promise<boolean> {
    const { log, trees } = this.#parts;
    return (
      log.getFile(path) !== undefined ||
      this.#told.has(path) ||
      (await (await trees.findContaining(path))?.readBaseline(path)) !== undefined
    );
  }

  /** Answers whether there was anything to settle. */
  async reconcile(path: string, about: About): Promise<boolean> {
    const { buffers } = this.#parts;
    const { origin } = about;
    if (!origin || (this.#claimed.has(path) && about.hint === undefined)) {
      await this.reconcileAsUser(path);
      return true;
    }
    const late = about.hint === undefined ? this.#late.get(path) : undefined;
    const [after, before] = await this.#pair(path, { ...about, ...late });
    // What is unsaved may have been typed into what is new: then only that is the user's.
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

  /** The user gave up unsaved edits: what stands on disk under them may be the agent's. */
  async reconcileReverted(path: string, running: Origin | undefined): Promise<void> {
    const late = this.#late.get(path);
    if (late || this.#parts.log.getFile(path)) {
      await this.reconcile(path, late ?? { origin: running });
    }
  }

  /** What is new in a file is the user's, until `user` has been told, or this is taken back. */
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

  /** Whatever is new in a file is the user's. */
  async reconcileAsUser(path: string): Promise<void> {
    const { log, buffers } = this.#parts;
    const isClaimed = this.#claimed.delete(path);
    if (buffers.isBusy(path)) {
      if (isClaimed && !log.getFile(path)) {
        this.#late.delete(path);
        this.#tell(path, await this.#read(path, 'anew')); // What is typed now was typed into the user's own.
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
        return; // It was about to get another name when it was looked at.
      }
      if (content.kind === 'absent') {
        log.dispatch({ kind: 'removed', path });
      } else {
        await this.#ledger.write(path, content, { kind: 'user' }, null);
      }
    }
  }

  /**
   * Whether the look saw the file just as it is known: then somebody was faster to tell. If it saw something else, that was
   * there for a moment only, and what was told counts on.
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

  /** What stands on disk and what was known. */
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

  /** What the editor says stood there goes before the snapshot, unless it is the same but for line endings. */
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

  /** The content the ledger takes for current, or would: what it was told, else what the last look saw. */
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
