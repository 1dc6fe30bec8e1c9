import { toFileContent, sameContent, type FileContent } from '../../core/review/file/fileSide.ts';
import type { Origin } from '../../core/review/file/hunk.ts';
import type { ReviewModel } from '../../core/review/model/reviewModel.ts';
import { sharedChanges } from '../../core/diff/merge3.ts';
import { joinLines, splitLines } from '../../core/text/lines.ts';
import type { Logger } from '../../core/logger.ts';
import type { ChangeDetails, KnownContent, KnownContents } from './knownContents.ts';
import { isDisplayedAs, withModeOf } from './savedText.ts';
import type {
  DiscardedEdits,
  DiscardResult,
  EditorBuffers,
  UnsavedDocuments,
} from './unsaved/editorBuffers.ts';
import { recordAgreed } from './unsaved/recordAgreed.ts';
import { UnmergedWrites, type UnmergedWrite } from './unsaved/unmergedWrites.ts';
import { ReviewModelWriter, type TextComparer } from './reviewModelWriter.ts';
import type { ReviewFiles } from './reviewFiles.ts';
import { isUncaptured, type WorkTreeChange } from './workTree.ts';
import type { WorkTrees } from './workTrees.ts';

export interface FileReconcilerOptions {
  readonly model: ReviewModel;
  readonly files: ReviewFiles;
  readonly buffers: EditorBuffers;
  readonly unsaved?: UnsavedDocuments;
  readonly trees: WorkTrees;
  readonly logger: Logger;
  readonly comparer: TextComparer;
}

/** The user has changed a file in the editor. With a text, that is all the user has written. */
export interface UserClaim {
  readonly path: string;
  readonly text: string | undefined;
}

/** Whether the text that the user saved was recorded. If it is on disk as it was saved, what is on disk is the user's. */
interface SaveRecord {
  readonly isRecorded: boolean;
  readonly onDisk?: FileContent;
}

const NOT_RECORDED: SaveRecord = { isRecorded: false };
const NOTHING_DISCARDED: DiscardResult = { kind: 'none' };

/**
 * Compares the content on disk with the known content, file by file, and records in the review model who made the
 * difference.
 */
export class FileReconciler {
  readonly #options: FileReconcilerOptions;
  readonly #writer: ReviewModelWriter;
  readonly #contents: KnownContents;
  /**
   * Files that the user has saved and that were not reconciled since. The next difference found in them is the user's.
   */
  readonly #claims = new Map<string, UserClaim>();
  readonly #unmergedWrites = new UnmergedWrites();

  constructor(options: FileReconcilerOptions, contents: KnownContents) {
    this.#options = options;
    this.#contents = contents;
    this.#writer = new ReviewModelWriter(options.model, options.comparer);
  }

  /**
   * Reconciles a difference between two snapshots. Without an origin it is the user's. Returns whether the file still
   * differs.
   */
  async reconcileChange(
    found: WorkTreeChange,
    originOf: (path: string) => Origin | undefined,
  ): Promise<boolean> {
    const { change, path, from, before: bytes } = found;
    const origin = originOf(path);
    if (isUncaptured(change)) {
      return true;
    }
    const mode = change.kind === 'created' ? undefined : change.before.mode;
    if (from !== undefined) {
      const isByUser = !originOf(from);
      await (isByUser
        ? this.reconcileAsUser(from)
        : this.#renamed(from, path, { origin, mode, bytes }));
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
    const isWatched =
      model.getFile(path) ?? (buffers.isOpen(path) && (await this.#contents.isKnown(path)));
    if (isWatched && (await files.exists(path))) {
      await this.reconcile(path, { origin });
    }
  }

  isReviewed(path: string): boolean {
    return this.#options.model.getFile(path) !== undefined;
  }

  /** Records what an agent has written through the editor. The text before is in `editorText` if the disk did not have it. */
  async reconcileAgentWrite(path: string, origin: Origin, editorText?: string): Promise<void> {
    this.#options.buffers.endAgentWrite(path);
    await this.reconcile(path, { origin, editorText });
  }

  /** Returns whether there was a difference. */
  async reconcile(path: string, details: ChangeDetails): Promise<boolean> {
    const { origin } = details;
    const isClaimed = this.#claims.has(path) && details.editorText === undefined;
    if (!isClaimed && details.editorText === undefined && (await this.#handleDiscarded(path))) {
      return true;
    }
    const save = origin && isClaimed ? await this.#recordSave(path) : NOT_RECORDED;
    if (!origin || (isClaimed && !save.isRecorded)) {
      await this.reconcileAsUser(path, save.onDisk);
      return true;
    }
    return this.#reconcileAsAgent(path, origin, details);
  }

  async #reconcileAsAgent(path: string, origin: Origin, details: ChangeDetails): Promise<boolean> {
    const { buffers } = this.#options;
    const hidden = details.editorText === undefined ? this.#unmergedWrites.get(path) : undefined;
    const [after, before] = await this.#contents.readWithPrevious(path, { ...details, ...hidden });
    // The unsaved text may be based on the new text on disk: then only the unsaved edits are the user's.
    const isShown = after.kind === 'text' && buffers.hasShown(path, after.text);
    if (buffers.isBusy(path) && !isShown) {
      await this.#reconcileUnsaved(path, after, { origin, before });
      return true;
    }
    this.#unmergedWrites.delete(path);
    if (this.#claims.has(path) && details.editorText === undefined) {
      return this.reconcile(path, details); // The user has saved or renamed the file while it was read.
    }
    const isSame = sameContent(after, before);
    if (isSame && details.editorText === undefined) {
      return false;
    }
    this.#contents.set(path, after); // Snapshots lack unsaved text that an agent has written to disk.
    if (isSame) {
      return false;
    }
    await this.#writer.write(path, after, { kind: 'agent', origin }, before);
    return true;
  }

  /** Handles a file or folder that the user has renamed: what agents wrote beneath its unsaved edits moves along. */
  moveUnmergedWrites(from: string, to: string): void {
    this.#unmergedWrites.move(from, to);
  }

  /** Handles discarded unsaved edits: the content on disk may be the agent's. */
  async reconcileReverted(path: string, running: Origin | undefined): Promise<void> {
    if (await this.#handleDiscarded(path)) {
      return;
    }
    const hidden = this.#unmergedWrites.get(path);
    if (hidden || this.#options.model.getFile(path)) {
      await this.reconcile(path, hidden ?? { origin: running });
    }
  }

  /**
   * Handles unsaved edits that the user has discarded, if an agent has written beneath them. A scan may come before VS Code
   * reports the revert, and would attribute the whole difference to one of both.
   */
  async #handleDiscarded(path: string): Promise<boolean> {
    const discard = (await this.#options.unsaved?.takeDiscarded(path)) ?? NOTHING_DISCARDED;
    if (discard.kind === 'discarded') {
      await this.#reconcileDiscarded(path, discard);
    }
    return discard.kind !== 'none'; // If the editor does not show the text on disk yet, this is called again when it does.
  }

  /** Merges an agent's write into the unsaved text, or remembers it until that is possible. */
  async #reconcileUnsaved(path: string, after: FileContent, write: UnmergedWrite): Promise<void> {
    if (after.kind === 'text' && (await this.#options.unsaved?.merge(path, write))) {
      this.#unmergedWrites.delete(path);
      this.#contents.set(path, after);
    } else {
      this.#unmergedWrites.set(path, write);
    }
  }

  /** The user has given up the unsaved edits. Everything else on disk is the agent's, also where the edits had taken its place. */
  async #reconcileDiscarded(path: string, edits: DiscardedEdits): Promise<void> {
    const { model } = this.#options;
    const { original, origin, lastSeen } = edits;
    this.#unmergedWrites.delete(path);
    const content = await this.#contents.read(path, 'knownEncoding');
    if (lastSeen !== undefined && content.kind === 'text' && !isDisplayedAs(content, lastSeen)) {
      await this.#recordAsUser(path, content); // It was a save: an agent ends with its client.
      return;
    }
    recordAgreed(model, path, content, edits);
    const current = model.getFile(path)?.current;
    if (current?.form.kind !== 'text' || content.kind !== 'text') {
      const before = { kind: 'text', text: original } as const;
      await this.reconcile(path, current ? { origin } : { origin, before });
      return;
    }
    const kept = sharedChanges(splitLines(original), current.lines, splitLines(content.text));
    this.#contents.set(path, content);
    await this.#writer.write(path, { ...content, text: joinLines(kept) }, { kind: 'user' }, null);
    await this.#writer.write(path, content, { kind: 'agent', origin }, null);
  }

  /** Makes the next difference found in a file the user's. With a text, only what leads to that text is. */
  claimForUser(path: string, text?: string): UserClaim {
    const claim = { path, text };
    this.#claims.set(path, claim);
    return claim;
  }

  releaseClaim(claim: UserClaim): void {
    if (this.#claims.get(claim.path) === claim) {
      this.#claims.delete(claim.path);
    }
  }

  /** The files whose next difference is the user's. */
  get claimedPaths(): readonly string[] {
    return [...this.#claims.keys()];
  }

  isClaimedByUser(path: string): boolean {
    return this.#claims.has(path);
  }

  /** Reconciles a file that the user has saved. What was written to it since then is of the given origin. */
  async reconcileSave(claim: UserClaim, origin: Origin | undefined): Promise<void> {
    const { path, text } = claim;
    if (text === undefined) {
      await this.reconcileAsUser(path);
    } else if (this.#claims.get(path) === claim) {
      await this.reconcile(path, { origin });
    } // Otherwise a scan has reconciled it, or the user has saved again.
  }

  /** Remembers what the user put at a path that is not under review, as it was at that moment. */
  rememberUserContent(claim: UserClaim, contents: readonly KnownContent[]): void {
    if (this.#claims.get(claim.path) === claim) {
      contents
        .filter(({ path }) => !this.#options.model.getFile(path))
        .forEach(({ path, content }) => this.#contents.set(path, content));
    }
  }

  /** Attributes every difference in a file to the user. `seen` is what is on disk, if it was read already: an agent may write now. */
  async reconcileAsUser(path: string, seen?: FileContent): Promise<void> {
    const { model, buffers } = this.#options;
    const isClaimed = this.#claims.delete(path);
    if (!isClaimed && (await this.#handleDiscarded(path))) {
      return;
    }
    if (!buffers.isBusy(path)) {
      this.#unmergedWrites.delete(path);
      await this.#recordAsUser(path, seen);
    } else if (isClaimed && !model.getFile(path)) {
      this.#unmergedWrites.delete(path);
      // The unsaved edits are based on the user's own text.
      this.#contents.set(path, seen ?? (await this.#contents.read(path, 'detectEncoding')));
    }
  }

  async #recordAsUser(path: string, seen: FileContent | undefined): Promise<void> {
    const { model, buffers } = this.#options;
    const current = model.getFile(path)?.current;
    const known = current && (seen ?? (await this.#contents.read(path, 'knownEncoding')));
    if (current && known && sameContent(known, toFileContent(current))) {
      this.#contents.set(path, known);
      return;
    }
    const content = seen ?? (await this.#contents.read(path, 'detectEncoding'));
    this.#contents.set(path, content);
    const isRenaming = content.kind === 'absent' && buffers.isBusy(path);
    if (!model.getFile(path) || isRenaming) {
      return;
    }
    if (content.kind === 'absent') {
      model.dispatch({ kind: 'removed', path });
    } else {
      await this.#writer.write(path, content, { kind: 'user', onDisk: true }, null);
    }
  }

  /** Records the text that the user has saved, if somebody has written to the file since. */
  async #recordSave(path: string): Promise<SaveRecord> {
    const { model, files, buffers } = this.#options;
    const text = this.#claims.get(path)?.text;
    const file = model.getFile(path);
    if (text === undefined || (file && buffers.isBusy(path))) {
      return NOT_RECORDED;
    }
    const disk = await this.#contents.read(path, file ? 'knownEncoding' : 'detectEncoding');
    const saved = await files.toSavedContent(path, text);
    if (saved.kind === 'text' && isDisplayedAs(disk, saved.text)) {
      return { isRecorded: false, onDisk: disk };
    }
    if (disk.kind === 'binary' || saved.kind !== 'text') {
      return NOT_RECORDED;
    }
    const content = withModeOf([file?.current.form, disk], saved);
    this.#claims.delete(path);
    this.#unmergedWrites.delete(path);
    this.#contents.set(path, content);
    if (file) {
      await this.#writer.write(path, content, { kind: 'user' }, null);
    }
    return { isRecorded: true };
  }

  /**
   * Whether the scan saw the file as it is known, so that it was reconciled already. If it saw something else, that was
   * only there for a moment, and the known content stays valid.
   */
  async #matchesScan({ change, path, after }: WorkTreeChange): Promise<boolean> {
    const file = this.#options.model.getFile(path);
    const known = file ? toFileContent(file.current) : this.#contents.get(path);
    if (!known) {
      return false;
    }
    const bytes = await after();
    const mode = change.kind === 'deleted' ? undefined : change.after.mode;
    const seen = bytes ? await this.#options.files.toContent(path, bytes, mode) : ABSENT;
    if (sameContent(seen, known)) {
      return true;
    }
    this.#contents.set(path, known);
    return false;
  }

  async #renamed(from: string, to: string, details: ChangeDetails): Promise<void> {
    const { origin } = details;
    const isTold = this.#contents.has(from) || this.#contents.has(to);
    const before = await this.#contents.getPrevious(from, details);
    const isClaimed = this.#claims.has(from) || this.#claims.has(to);
    if (!origin || isTold || isClaimed || before.kind === 'absent') {
      await this.reconcile(from, details);
      return;
    }
    this.#options.model.recordAgentRename(from, to, before, origin);
    this.#contents.set(from, { kind: 'absent' });
  }
}

const ABSENT = { kind: 'absent' } as const;

const noBytes = (): Promise<undefined> => Promise.resolve(undefined);
