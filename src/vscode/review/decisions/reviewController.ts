import * as vscode from 'vscode';
import type { ChangeTracker } from '../../../agent/review/changeTracker.ts';
import type { ReviewFiles } from '../../../agent/review/reviewFiles.ts';
import { getErrorMessage } from '../../../core/errors.ts';
import { toFileSide, type FileContent } from '../../../core/review/file/fileSide.ts';
import type { Origin } from '../../../core/review/file/hunk.ts';
import { actionsBetween, type ReviewAction } from '../../../core/review/model/reviewAction.ts';
import type { DecisionOptions, ReviewModel } from '../../../core/review/model/reviewModel.ts';
import type { ReviewNote, ReviewOutcome } from '../../../core/review/model/reviewOutcome.ts';
import type { DecisionScope } from '../../../core/review/model/decisionScope.ts';
import { editsBetween } from '../../../core/diff/lineDiff.ts';
import { joinLines } from '../../../core/text/lines.ts';
import type { ErrorReporter } from '../../errorReporter.ts';
import { applyReviewAction } from './applyReviewAction.ts';
import type { DocumentTracker } from '../documents/documentTracker.ts';
import { getOpenDocument, getExactText } from '../documents/openDocument.ts';

/** What the user decides with. */
export type ReviewVerdict = 'accept' | 'reject';

/** How a decision is taken. */
export interface ApplyDecisionOptions extends DecisionOptions {
  /** It stands in the editor, and is about to be saved. */
  readonly onApplied?: () => void;
}

/** Takes decisions: the ledger notes them, the editor carries them out, the user hears what did not go the plain way. */
export class ReviewController {
  readonly model: ReviewModel;
  readonly #capture: ChangeTracker;
  readonly #files: ReviewFiles;
  readonly #buffers: DocumentTracker;
  readonly #report: ErrorReporter;

  constructor(parts: {
    readonly log: ReviewModel;
    readonly capture: ChangeTracker;
    readonly files: ReviewFiles;
    readonly buffers: DocumentTracker;
    readonly report: ErrorReporter;
  }) {
    this.model = parts.log;
    this.#capture = parts.capture;
    this.#files = parts.files;
    this.#buffers = parts.buffers;
    this.#report = parts.report;
  }

  /** Settles when the ledger has heard of what the user has typed so far. */
  whenSynced(): Promise<void> {
    return this.#buffers.whenSynced();
  }

  /** Accepts or rejects; answers whether anything was decided. */
  async decide(
    verdict: ReviewVerdict,
    scope: DecisionScope,
    options: ApplyDecisionOptions = {},
  ): Promise<boolean> {
    // An accepted hunk changes no file, so it need not wait for one.
    const outcome =
      verdict === 'accept'
        ? this.model.accept(scope, options)
        : await this.#carryOut(
            'decision',
            () => this.model.reject(scope, options),
            options.onApplied,
          );
    const kept = outcome.notes.flatMap(note => (note.kind === 'kept' ? [note.path] : []));
    this.#tell(outcome.notes);
    if (outcome.notes.some(note => note.kind === 'stale')) {
      this.model.restore(this.model.state); // What was clicked on is drawn again, as it is now.
    }
    if (kept.length > 0) {
      void this.#report.run(vscode.l10n.t('Rejecting'), () => this.#offerForce(verdict, kept));
    }
    return outcome.changed.length > 0;
  }

  async undo(): Promise<void> {
    const outcome = await this.#carryOut('undo', () => this.model.undo());
    if (outcome.notes.some(note => note.kind === 'nothing')) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('There is no accept or reject to undo.'),
      );
    }
    this.#tell(outcome.notes.filter(note => note.kind !== 'nothing'));
  }

  async redo(): Promise<void> {
    this.#tell((await this.#carryOut('decision', () => this.model.redo())).notes);
  }

  /** Puts a change of an agent into a file once more, where it waits for a decision. */
  restoreChange(
    path: string,
    change: (now: FileContent) => FileContent | undefined,
    origin: Origin,
  ): Promise<'back' | 'misfit' | 'failed'> {
    return this.#capture.runExclusive(async () => {
      await this.#buffers.whenSynced();
      const now = await this.#contentNow(path);
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

  /** What the user sees: unsaved text goes before the disk's. */
  async #contentNow(path: string): Promise<FileContent> {
    const isReviewed = this.model.getFile(path) !== undefined;
    const onDisk = await (isReviewed
      ? this.#files.read(path)
      : this.#files.readDetectingEncoding(path));
    const document = getOpenDocument(path);
    return document?.isDirty && onDisk.kind === 'text'
      ? { ...onDisk, text: getExactText(document) }
      : onDisk;
  }

  /** Nothing looks at the disk between the decision and its deeds. */
  #carryOut(
    what: 'decision' | 'undo',
    act: () => ReviewOutcome,
    onPlaced?: () => void,
  ): Promise<ReviewOutcome> {
    return this.#capture.runExclusive(async () => {
      await this.#buffers.whenSynced();
      const show = this.model.pauseEvents();
      try {
        return await this.#done(what, act(), { show, onPlaced });
      } finally {
        show();
      }
    });
  }

  async #done(
    what: 'decision' | 'undo',
    outcome: ReviewOutcome,
    { show, onPlaced }: { readonly show: () => void; readonly onPlaced: (() => void) | undefined },
  ): Promise<ReviewOutcome> {
    const failed = new Set<string>();
    for (const action of outcome.actions) {
      const path = action.kind === 'rename' ? action.to : action.path;
      const placed = (isExact: boolean): void => {
        if (isExact) {
          this.#buffers.markSynced(path);
        }
        show();
        onPlaced?.();
      };
      if (action.kind === 'replace') {
        this.#buffers.rememberTextBefore(path, joinLines(action.expected), what);
      }
      if (!failed.has(path) && !(await this.#perform(action, path, placed))) {
        failed.add(path);
        this.model.dispatch({ kind: 'abandoned', what, path });
      }
      show(); // Of many files the first one is enough to wait for.
    }
    return outcome;
  }

  async #perform(
    action: ReviewAction,
    path: string,
    onPlaced?: (isExact: boolean) => void,
  ): Promise<boolean> {
    try {
      await this.#buffers.suspendWhile(path, () =>
        applyReviewAction(action, this.#files, onPlaced),
      );
      return true;
    } catch (error) {
      this.#report.report(
        `${vscode.workspace.asRelativePath(path)}: ${getErrorMessage(error)}`,
        error,
      );
      return false;
    }
  }

  #tell(notes: readonly ReviewNote[]): void {
    for (const note of notes) {
      const words = wordsOf(note);
      if (words !== undefined) {
        void vscode.window.showInformationMessage(words);
      }
    }
  }

  async #offerForce(verdict: ReviewVerdict, paths: readonly string[]): Promise<void> {
    const names = paths.map(path => vscode.workspace.asRelativePath(path)).join(', ');
    const anyway = vscode.l10n.t('Reject Anyway');
    const chosen = await vscode.window.showWarningMessage(
      vscode.l10n.t('You have changed {0} since, so it was kept.', names),
      anyway,
    );
    if (chosen === anyway) {
      for (const path of paths) {
        await this.decide(verdict, { kind: 'file', path }, { force: true });
      }
    }
  }
}

function wordsOf(note: ReviewNote): string | undefined {
  switch (note.kind) {
    case 'stale':
      return vscode.l10n.t('This change is not there any more as it was shown. Look at it again.');
    case 'nothing':
      return vscode.l10n.t('There is nothing to decide here.');
    case 'lost':
      return vscode.l10n.t(
        'In {0} the same lines were changed since; they stay as they are.',
        vscode.workspace.asRelativePath(note.path),
      );
    case 'kept':
    case 'dropped':
      return undefined;
  }
}
