import * as vscode from 'vscode';
import type { ChangeTracker } from '../../../agent/review/changeTracker.ts';
import type { ReviewFiles } from '../../../agent/review/reviewFiles.ts';
import { toDisplayText } from '../../../agent/review/exactText.ts';
import { getErrorMessage, UserError } from '../../../core/errors.ts';
import type { FileContent } from '../../../core/review/file/fileSide.ts';
import type { Origin } from '../../../core/review/file/hunk.ts';
import { applyProposal } from '../../../core/review/proposals/applyProposal.ts';
import {
  isProposalApplied,
  isProposal,
  type ProposedFile,
} from '../../../core/review/file/proposal.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import type { ReviewOutcome } from '../../../core/review/model/reviewOutcome.ts';
import type { ErrorReporter } from '../../errorReporter.ts';
import { roundTrip } from '../../roundTrip.ts';
import { accumulateEvent } from '../../accumulateEvent.ts';
import { createProposalPath } from '../documents/reviewUri.ts';
import { applyReviewAction } from '../decisions/applyReviewAction.ts';
import type { DocumentTracker } from '../documents/documentTracker.ts';
import { getOpenDocument, getExactText } from '../documents/openDocument.ts';

/** What proposals are made with. */
export interface ProposalOptions {
  readonly log: ReviewModel;
  readonly capture: ChangeTracker;
  readonly files: ReviewFiles;
  readonly buffers: DocumentTracker;
  readonly report: ErrorReporter;
}

/**
 * Looks after changes that are not in their files yet: they go along with what happens to these files, and what is agreed is
 * put there. While an agent waits for a proposal to be decided it is held, and nothing is put anywhere.
 */
export class Proposals implements vscode.Disposable {
  readonly #parts: ProposalOptions;
  readonly #log: ReviewModel;
  readonly #held = new Set<string>();
  readonly #owned: vscode.Disposable;
  #made = 0;

  constructor(parts: ProposalOptions) {
    this.#parts = parts;
    this.#log = parts.log;
    this.#owned = vscode.Disposable.from(
      parts.log.onDidChange(outcome => this.#changed(outcome)),
      accumulateEvent(
        (hear: (path: string) => void) =>
          vscode.workspace.onDidChangeTextDocument(({ document: { uri } }) => hear(uri.fsPath)),
        paths => this.updateTargets(paths),
      ),
    );
  }

  /** All of them, also those that are decided and can be taken back. */
  get all(): readonly ProposedFile[] {
    return this.#log.state.files.proposals;
  }

  isSuspended(path: string): boolean {
    return this.#held.has(path);
  }

  /** Proposes what `make` makes of a file's text. Answers with the proposal's name, if it is a text and something differs. */
  async propose(
    target: string,
    origin: Origin,
    make: (now: string | undefined) => string | undefined,
  ): Promise<string | undefined> {
    const before = await this.#now(target);
    const after = before.kind === 'binary' ? undefined : proposedText(before, make);
    if (after === undefined) {
      return undefined;
    }
    const path = createProposalPath(target, `${this.#log.state.revision}.${++this.#made}`);
    this.#log.propose({ path, target, before, after, origin });
    return this.#log.getFile(path) && path;
  }

  /** From now on nothing of it is written. */
  suspend(path: string): void {
    this.#held.add(path);
  }

  /** Nobody waits for it any more: what was agreed and is not written waits for the user again. */
  release(path: string): void {
    this.#log.dispatch({ kind: 'returned', path });
    this.#held.delete(path);
  }

  /** Forgets it. */
  remove(path: string): void {
    this.#log.dispatch({ kind: 'removed', path });
    this.#held.delete(path);
  }

  /** Writes what is agreed of a proposal that was held, and saves it. Answers with the text of the file. */
  async apply(path: string): Promise<string | undefined> {
    const file = this.#log.getFile(path);
    this.#held.delete(path);
    if (!file || !isProposal(file)) {
      return undefined;
    }
    if (isProposalApplied(file)) {
      return undefined; // Nothing was taken: what the user has unsaved there is not ours to save.
    }
    const target = file.proposal.target.path;
    const placing = this.#parts.capture.runExclusive(async () => {
      await this.#place(path);
      if ((await getOpenDocument(target)?.save()) === false) {
        throw new UserError(
          vscode.l10n.t('VS Code could not save {0}.', vscode.workspace.asRelativePath(target)),
        );
      }
      return this.#now(target);
    });
    void this.#parts.capture.handleUserSave(target);
    const content = await placing;
    return content.kind === 'text' ? toDisplayText(content.text) : undefined;
  }

  /** After a reload nobody waits. */
  restore(): void {
    for (const { current } of this.all) {
      this.#log.dispatch({ kind: 'returned', path: current.path });
    }
    this.updateTargets(this.all.map(({ proposal }) => proposal.target.path));
  }

  /** Lets proposals go along with what happened to these files. */
  updateTargets(paths: readonly string[]): void {
    const targets = new Set(paths);
    if (this.all.some(file => targets.has(file.proposal.target.path))) {
      void this.#parts.capture.runExclusive(async () => {
        for (const target of targets) {
          await this.#follow(target);
        }
      });
    }
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #follow(target: string): Promise<void> {
    const about = this.all.filter(({ proposal }) => proposal.target.path === target);
    const now = about.length > 0 ? await this.#now(target) : undefined;
    for (const { current, proposal } of about) {
      if (now?.kind === 'text') {
        this.#log.updateProposalTarget(current.path, now);
      } else if (proposal.target.form.kind !== 'absent' && !this.isSuspended(current.path)) {
        this.remove(current.path); // Somebody took the file away, or made it something else.
      }
    }
  }

  #changed({ changed }: ReviewOutcome): void {
    const names = new Set(changed);
    const loose = this.all.filter(
      file =>
        names.has(file.current.path) &&
        !isProposalApplied(file) &&
        !this.#held.has(file.current.path),
    );
    for (const { current, proposal } of loose) {
      void this.#settle(current.path, proposal.target.path);
    }
    this.updateTargets(changed);
  }

  async #settle(path: string, target: string): Promise<void> {
    const { capture, report } = this.#parts;
    const placing = capture.runExclusive(() => this.#place(path));
    void capture.handleUserSave(target);
    await placing.catch((error: unknown) =>
      report.report(`${vscode.workspace.asRelativePath(target)}: ${getErrorMessage(error)}`, error),
    );
  }

  /** Puts what is agreed where it belongs; if that cannot be, it waits again. */
  async #place(path: string): Promise<void> {
    const file = this.#log.getFile(path);
    if (!file || !isProposal(file) || isProposalApplied(file)) {
      return;
    }
    const { files, buffers } = this.#parts;
    const { origin, target } = file.proposal;
    try {
      const {
        actions,
        content,
        conflictingText: again,
      } = applyProposal(file, await this.#now(target.path));
      await buffers.suspendWhile(target.path, async () => {
        for (const action of actions) {
          await applyReviewAction(action, files);
        }
      });
      this.#log.recordUserWrite(target.path, content);
      this.#log.dispatch({ kind: 'placed', path });
      this.#log.updateProposalTarget(path, content);
      if (again !== undefined) {
        await this.propose(target.path, origin, () => again);
      }
    } catch (error) {
      this.#log.dispatch({ kind: 'returned', path });
      throw error;
    }
  }

  /** The file as the user has it: unsaved text goes before what is on disk. */
  async #now(target: string): Promise<FileContent> {
    const { files } = this.#parts;
    const content = await (this.#log.getFile(target)
      ? files.read(target)
      : files.readDetectingEncoding(target));
    await roundTrip(); // That a document is unsaved may be on its way.
    const document = getOpenDocument(target);
    return document?.isDirty && content.kind === 'text'
      ? { ...content, text: getExactText(document) }
      : content;
  }
}

/** A mark at the start of a file is none of the words. */
function proposedText(
  before: FileContent,
  make: (now: string | undefined) => string | undefined,
): string | undefined {
  const text = before.kind === 'text' ? before.text : undefined;
  const mark = text?.startsWith('\uFEFF') ? '\uFEFF' : '';
  const made = make(text?.slice(mark.length));
  return made === undefined ? undefined : mark + made.replace(/^\uFEFF/, '');
}
