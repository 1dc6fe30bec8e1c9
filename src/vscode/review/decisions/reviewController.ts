import * as vscode from 'vscode';
import type { ReviewFiles } from '../../../agent/review/reviewFiles.ts';
import type { ReviewSessions } from '../../../agent/review/reviewSessions.ts';
import { getErrorMessage } from '../../../core/errors.ts';
import { toFileSide, type FileContent } from '../../../core/review/file/fileSide.ts';
import type { Origin } from '../../../core/review/file/hunk.ts';
import { actionsBetween, type ReviewAction } from '../../../core/review/model/reviewAction.ts';
import type { DecisionOptions, ReviewModel } from '../../../core/review/model/reviewModel.ts';
import { ReviewProgress } from '../../../core/review/model/reviewProgress.ts';
import type { ReviewNote, ReviewOutcome } from '../../../core/review/model/reviewOutcome.ts';
import type { DecisionScope } from '../../../core/review/model/decisionScope.ts';
import type { DecidedChangeRef } from '../../../core/review/model/undo.ts';
import { editsBetween } from '../../../core/diff/lineDiff.ts';
import { joinLines } from '../../../core/text/lines.ts';
import type { ErrorReporter } from '../../errorReporter.ts';
import { applyReviewAction } from './applyReviewAction.ts';
import { getOpenDocument } from '../documents/openDocument.ts';
import type { ReviewWorkspace } from '../documents/reviewWorkspace.ts';
import { showInformationMessage, showWarningMessage } from '../../notifications.ts';

export type ReviewVerdict = 'accept' | 'reject';

export interface ApplyDecisionOptions extends DecisionOptions {
  /** Called when the editor shows the result, which is about to be saved. */
  readonly onApplied?: () => void;
}

/** Applies the user's decisions: records them in the review model, carries them out in editors and on disk, and reports problems. */
export class ReviewController {
  readonly model: ReviewModel;
  readonly progress: ReviewProgress;
  readonly sessions: ReviewSessions;
  readonly files: ReviewFiles;
  readonly #workspace: ReviewWorkspace;
  readonly #reporter: ErrorReporter;

  constructor(workspace: ReviewWorkspace, reporter: ErrorReporter) {
    this.model = workspace.model;
    this.progress = new ReviewProgress(workspace.model);
    this.sessions = workspace.sessions;
    this.files = workspace.files;
    this.#workspace = workspace;
    this.#reporter = reporter;
  }

  /** Resolves when the review model has everything that the user has typed so far. */
  whenSynced(): Promise<void> {
    return this.#workspace.documents.whenSynced();
  }

  /** Accepts or rejects. Returns whether anything was decided. */
  async decide(
    verdict: ReviewVerdict,
    scope: DecisionScope,
    options: ApplyDecisionOptions = {},
  ): Promise<boolean> {
    // Accepting changes no file, so it does not wait for one.
    const outcome =
      verdict === 'accept'
        ? this.model.accept(scope, options)
        : await this.#applyExclusively(
            'decision',
            () => this.model.reject(scope, options),
            options.onApplied,
          );
    const kept = outcome.notes.flatMap(note => (note.kind === 'kept' ? [note.path] : []));
    this.#showNotes(outcome.notes);
    if (outcome.notes.some(note => note.kind === 'stale')) {
      this.model.restore(this.model.state); // The views are drawn again with the current hunks.
    }
    if (kept.length > 0) {
      void this.#reporter.run(vscode.l10n.t('Rejecting changes'), () =>
        this.#offerForcedReject(verdict, kept),
      );
    }
    return outcome.changed.length > 0;
  }

  /** Undoes the last decision, or what was decided about one change. */
  async undo(change?: DecidedChangeRef): Promise<void> {
    const outcome = await this.#applyExclusively('undo', () => this.model.undo(change));
    if (outcome.notes.some(note => note.kind === 'nothing')) {
      void showInformationMessage(vscode.l10n.t('Nothing to undo.'));
    }
    this.#showNotes(outcome.notes.filter(note => note.kind !== 'nothing'));
  }

  async redo(): Promise<void> {
    this.#showNotes((await this.#applyExclusively('decision', () => this.model.redo())).notes);
  }

  /** Writes a rejected change of an agent into its file again, where it is pending. */
  restoreChange(
    path: string,
    change: (now: FileContent) => FileContent | undefined,
    origin: Origin,
  ): Promise<'back' | 'misfit' | 'failed'> {
    return this.#workspace.tracker.runExclusive(async () => {
      await this.#workspace.documents.whenSynced();
      const now = await this.#workspace.readVisible(path);
      const after = change(now);
      if (!after) {
        return 'misfit';
      }
      const [one, other] = [toFileSide(path, now), toFileSide(path, after)];
      for (const action of actionsBetween(one, other, editsBetween(one.lines, other.lines))) {
        if (!(await this.#perform(action, path))) {
          return 'failed';
        }
      }
      this.model.recordAgentWrite(path, after, now, origin);
      return 'back';
    });
  }

  /** The disk is not scanned between a decision and the writes that follow from it. */
  #applyExclusively(
    what: 'decision' | 'undo',
    decide: () => ReviewOutcome,
    onApplied?: () => void,
  ): Promise<ReviewOutcome> {
    return this.#workspace.tracker.runExclusive(async () => {
      await this.#workspace.documents.whenSynced();
      const show = this.model.pauseEvents();
      try {
        return await this.#performActions(what, decide(), { show, onApplied });
      } finally {
        show();
      }
    });
  }

  async #performActions(
    what: 'decision' | 'undo',
    outcome: ReviewOutcome,
    {
      show,
      onApplied,
    }: { readonly show: () => void; readonly onApplied: (() => void) | undefined },
  ): Promise<ReviewOutcome> {
    const failed = new Set<string>();
    await this.#workspace.files.prepareWrites(getWrittenFiles(outcome.actions));
    for (const action of outcome.actions) {
      const path = action.kind === 'rename' ? action.to : action.path;
      const handleApplied = (isExact: boolean): void => {
        if (isExact) {
          this.#workspace.documents.markSynced(path);
        }
        show();
        onApplied?.();
      };
      if (action.kind === 'replace') {
        this.#workspace.documents.rememberTextBefore(path, joinLines(action.expected), what);
      }
      if (!failed.has(path) && !(await this.#perform(action, path, handleApplied))) {
        failed.add(path);
        this.model.dispatch({ kind: 'abandoned', what, path });
      }
      show(); // Among many files, views wait for the first one only.
    }
    return outcome;
  }

  async #perform(
    action: ReviewAction,
    path: string,
    onApplied?: (isExact: boolean) => void,
  ): Promise<boolean> {
    try {
      await this.#workspace.documents.suspendWhile(path, () =>
        applyReviewAction(action, this.#workspace.files, onApplied),
      );
      if (action.kind === 'rename') {
        this.#workspace.tracker.handleDecidedMove(action.from);
      }
      return true;
    } catch (error) {
      this.#reporter.report(
        `${vscode.workspace.asRelativePath(path)}: ${getErrorMessage(error)}`,
        error,
      );
      return false;
    }
  }

  #showNotes(notes: readonly ReviewNote[]): void {
    for (const note of notes) {
      const message = getMessage(note);
      if (note.kind === 'lost' && message !== undefined) {
        void this.#reporter.run(vscode.l10n.t('Showing lines'), () =>
          offerLines(message, note.text),
        );
      } else if (message !== undefined) {
        void showInformationMessage(message);
      }
    }
  }

  async #offerForcedReject(verdict: ReviewVerdict, paths: readonly string[]): Promise<void> {
    const names = paths.map(path => vscode.workspace.asRelativePath(path)).join(', ');
    const anyway = vscode.l10n.t('Reject Anyway');
    const chosen = await showWarningMessage(
      vscode.l10n.t('{0} was kept because you edited it.', names),
      anyway,
    );
    if (chosen === anyway) {
      for (const path of paths) {
        await this.decide(verdict, { kind: 'file', path }, { force: true });
      }
    }
  }
}

/** The files that are written on disk, under their present names. VS Code keeps the attributes of what it saves. */
const getWrittenFiles = (actions: readonly ReviewAction[]): readonly string[] =>
  actions.flatMap(action => {
    const path = action.kind === 'rename' ? action.from : action.path;
    return action.kind === 'delete' || action.kind === 'mode' || getOpenDocument(path)
      ? []
      : [path];
  });

/** Offers to show lines that could not be restored in a document of their own, from which they can be copied. */
async function offerLines(message: string, text: string): Promise<void> {
  const show = vscode.l10n.t('Show Lines');
  if ((await showInformationMessage(message, show)) === show) {
    await vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument({ content: text }),
    );
  }
}

function getMessage(note: ReviewNote): string | undefined {
  switch (note.kind) {
    case 'stale':
      return vscode.l10n.t('This change was updated. Review it again.');
    case 'nothing':
      return vscode.l10n.t('No changes to review here.');
    case 'lost':
      return vscode.l10n.t(
        'Some lines in {0} were kept because they changed since then.',
        vscode.workspace.asRelativePath(note.path),
      );
    case 'kept':
    case 'dropped':
      return undefined;
  }
}
