import * as vscode from 'vscode';
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
import { accumulateEvent } from '../../accumulateEvent.ts';
import { createProposalPath } from '../documents/reviewUri.ts';
import { applyReviewAction } from '../decisions/applyReviewAction.ts';
import type { ReviewWorkspace } from '../documents/reviewWorkspace.ts';
import { getOpenDocument } from '../documents/openDocument.ts';

/**
 * Keeps proposals up to date with the files they are for, and writes into these files what the user accepts. A proposal that an
 * agent is waiting for is suspended: nothing of it is written before the agent's request is answered.
 */
export class Proposals implements vscode.Disposable {
  readonly #workspace: ReviewWorkspace;
  readonly #model: ReviewModel;
  readonly #reporter: ErrorReporter;
  readonly #suspended = new Set<string>();
  readonly #disposable: vscode.Disposable;
  #proposalCount = 0;

  constructor(workspace: ReviewWorkspace, reporter: ErrorReporter) {
    this.#workspace = workspace;
    this.#model = workspace.model;
    this.#reporter = reporter;
    this.#disposable = vscode.Disposable.from(
      workspace.model.onDidChange(outcome => this.#handleChange(outcome)),
      accumulateEvent(
        (listener: (path: string) => void) =>
          vscode.workspace.onDidChangeTextDocument(({ document: { uri } }) => listener(uri.fsPath)),
        paths => this.updateTargets(paths),
      ),
    );
  }

  /** All proposals, including decided ones whose decision can still be undone. */
  get all(): readonly ProposedFile[] {
    return this.#model.state.files.proposals;
  }

  isSuspended(path: string): boolean {
    return this.#suspended.has(path);
  }

  /** Proposes what `apply` makes of a file's text. Returns the proposal's path if the file is a text and the result differs. */
  async propose(
    target: string,
    origin: Origin,
    apply: (now: string | undefined) => string | undefined,
  ): Promise<string | undefined> {
    const before = await this.#workspace.readVisible(target);
    const after = before.kind === 'binary' ? undefined : getProposedText(before, apply);
    if (after === undefined) {
      return undefined;
    }
    const path = createProposalPath(
      target,
      `${this.#model.state.revision}.${++this.#proposalCount}`,
    );
    this.#model.propose({ path, target, before, after, origin });
    return this.#model.getFile(path) && path;
  }

  suspend(path: string): void {
    this.#suspended.add(path);
  }

  /** The agent does not wait any more: what is accepted but not written becomes pending again. */
  release(path: string): void {
    this.#model.dispatch({ kind: 'returned', path });
    this.#suspended.delete(path);
  }

  remove(path: string): void {
    this.#model.dispatch({ kind: 'removed', path });
    this.#suspended.delete(path);
  }

  /** Writes what is accepted of a suspended proposal and saves the file. Returns the file's text. */
  async apply(path: string): Promise<string | undefined> {
    const file = this.#model.getFile(path);
    this.#suspended.delete(path);
    if (!file || !isProposal(file)) {
      return undefined;
    }
    if (isProposalApplied(file)) {
      return undefined; // Nothing was accepted, so the user's unsaved edits of the file must not be saved.
    }
    const target = file.proposal.target.path;
    const { tracker } = this.#workspace;
    const writing = tracker.runExclusive(async () => {
      await this.#write(path);
      if ((await getOpenDocument(target)?.save()) === false) {
        throw new UserError(
          vscode.l10n.t("Couldn't save {0}.", vscode.workspace.asRelativePath(target)),
        );
      }
      return this.#workspace.readVisible(target);
    });
    void tracker.handleUserSave(target);
    const content = await writing;
    return content.kind === 'text' ? toDisplayText(content.text) : undefined;
  }

  /** No agent waits for a proposal after a reload. */
  restore(): void {
    for (const { current } of this.all) {
      this.#model.dispatch({ kind: 'returned', path: current.path });
    }
    this.updateTargets(this.all.map(({ proposal }) => proposal.target.path));
  }

  /** Applies changes of these files to the proposals for them. */
  updateTargets(paths: readonly string[]): void {
    const targets = new Set(paths);
    if (this.all.some(file => targets.has(file.proposal.target.path))) {
      void this.#workspace.tracker.runExclusive(async () => {
        for (const target of targets) {
          await this.#updateTarget(target);
        }
      });
    }
  }

  dispose(): void {
    this.#disposable.dispose();
  }

  async #updateTarget(target: string): Promise<void> {
    const proposals = this.all.filter(({ proposal }) => proposal.target.path === target);
    const now = proposals.length > 0 ? await this.#workspace.readVisible(target) : undefined;
    for (const { current, proposal } of proposals) {
      if (now?.kind === 'text') {
        this.#model.updateProposalTarget(current.path, now);
      } else if (proposal.target.form.kind !== 'absent' && !this.isSuspended(current.path)) {
        this.remove(current.path); // The file was deleted, or is not a text any more.
      }
    }
  }

  #handleChange({ changed }: ReviewOutcome): void {
    const paths = new Set(changed);
    const unwritten = this.all.filter(
      file =>
        paths.has(file.current.path) &&
        !isProposalApplied(file) &&
        !this.#suspended.has(file.current.path),
    );
    for (const { current, proposal } of unwritten) {
      void this.#writeAccepted(current.path, proposal.target.path);
    }
    this.updateTargets(changed);
  }

  async #writeAccepted(path: string, target: string): Promise<void> {
    const { tracker } = this.#workspace;
    const writing = tracker.runExclusive(() => this.#write(path));
    void tracker.handleUserSave(target);
    await writing.catch((error: unknown) =>
      this.#reporter.report(
        `${vscode.workspace.asRelativePath(target)}: ${getErrorMessage(error)}`,
        error,
      ),
    );
  }

  /** Writes what is accepted into the file; if that fails, it becomes pending again. */
  async #write(path: string): Promise<void> {
    const file = this.#model.getFile(path);
    if (!file || !isProposal(file) || isProposalApplied(file)) {
      return;
    }
    const { files, documents } = this.#workspace;
    const { origin, target } = file.proposal;
    try {
      const { actions, content, conflictingText } = applyProposal(
        file,
        await this.#workspace.readVisible(target.path),
      );
      await documents.suspendWhile(target.path, async () => {
        for (const action of actions) {
          await applyReviewAction(action, files);
        }
      });
      this.#model.recordUserWrite(target.path, content);
      this.#model.dispatch({ kind: 'placed', path });
      this.#model.updateProposalTarget(path, content);
      if (conflictingText !== undefined) {
        await this.propose(target.path, origin, () => conflictingText);
      }
    } catch (error) {
      this.#model.dispatch({ kind: 'returned', path });
      throw error;
    }
  }
}

/** A byte order mark is not part of the text that an agent sees. */
function getProposedText(
  before: FileContent,
  apply: (now: string | undefined) => string | undefined,
): string | undefined {
  const text = before.kind === 'text' ? before.text : undefined;
  const mark = text?.startsWith('\uFEFF') ? '\uFEFF' : '';
  const proposed = apply(text?.slice(mark.length));
  return proposed === undefined ? undefined : mark + proposed.replace(/^\uFEFF/, '');
}
