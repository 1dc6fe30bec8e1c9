import * as vscode from 'vscode';
import type { Capture } from '../../agent/review/capture.ts';
import type { ReviewFiles } from '../../agent/review/reviewFiles.ts';
import { messageOf } from '../../core/errors.ts';
import { sideOf, type FileContent } from '../../core/review/fileSide.ts';
import type { Origin } from '../../core/review/hunk.ts';
import { actionsBetween, type ReviewAction } from '../../core/review/reviewAction.ts';
import type { DecideOptions, ReviewLog } from '../../core/review/reviewLog.ts';
import type { ReviewNote, ReviewOutcome } from '../../core/review/reviewOutcome.ts';
import type { Scope } from '../../core/review/scope.ts';
import { editsBetween } from '../../core/text/lineDiff.ts';
import { joinLines } from '../../core/text/lines.ts';
import type { Report } from '../report.ts';
import { performAction } from './performAction.ts';
import type { ReviewBuffers } from './reviewBuffers.ts';
import { documentAt, exactTextOf } from './reviewDocument.ts';

/** What the user decides with. */
export type Verdict = 'accept' | 'reject';

/** How a decision is taken. */
export interface DeskOptions extends DecideOptions {
  /** It stands in the editor, and is about to be saved. */
  readonly onPlaced?: () => void;
}

/** Takes decisions: the ledger notes them, the editor carries them out, the user hears what did not go the plain way. */
export class ReviewDesk {
  readonly log: ReviewLog;
  readonly #capture: Capture;
  readonly #files: ReviewFiles;
  readonly #buffers: ReviewBuffers;
  readonly #report: Report;

  constructor(parts: {
    readonly log: ReviewLog;
    readonly capture: Capture;
    readonly files: ReviewFiles;
    readonly buffers: ReviewBuffers;
    readonly report: Report;
  }) {
    this.log = parts.log;
    this.#capture = parts.capture;
    this.#files = parts.files;
    this.#buffers = parts.buffers;
    this.#report = parts.report;
  }

  /** Settles when the ledger has heard of what the user has typed so far. */
  settled(): Promise<void> {
    return this.#buffers.settled();
  }

  /** Accepts or rejects; answers whether anything was decided. */
  async decide(verdict: Verdict, scope: Scope, options: DeskOptions = {}): Promise<boolean> {
    // An accepted hunk changes no file, so it need not wait for one.
    const outcome =
      verdict === 'accept'
        ? this.log.accept(scope, options)
        : await this.#carryOut('decision', () => this.log.reject(scope, options), options.onPlaced);
    const kept = outcome.notes.flatMap(note => (note.kind === 'kept' ? [note.path] : []));
    this.#tell(outcome.notes);
    if (outcome.notes.some(note => note.kind === 'stale')) {
      this.log.restore(this.log.state); // What was clicked on is drawn again, as it is now.
    }
    if (kept.length > 0) {
      void this.#report.around(vscode.l10n.t('Rejecting'), () => this.#offerForce(verdict, kept));
    }
    return outcome.changed.length > 0;
  }

  async undo(): Promise<void> {
    const outcome = await this.#carryOut('undo', () => this.log.undo());
    if (outcome.notes.some(note => note.kind === 'nothing')) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('There is no accept or reject to undo.'),
      );
    }
    this.#tell(outcome.notes.filter(note => note.kind !== 'nothing'));
  }

  async redo(): Promise<void> {
    this.#tell((await this.#carryOut('decision', () => this.log.redo())).notes);
  }

  /** Puts a change of an agent into a file once more, where it waits for a decision. */
  putBack(
    path: string,
    change: (now: FileContent) => FileContent | undefined,
    origin: Origin,
  ): Promise<'back' | 'misfit' | 'failed'> {
    return this.#capture.alone(async () => {
      await this.#buffers.settled();
      const now = await this.#contentNow(path);
      const after = change(now);
      if (!after) {
        return 'misfit';
      }
      const [one, other] = [sideOf(path, now), sideOf(path, after)];
      for (const action of actionsBetween(one, other, editsBetween(one.lines, other.lines))) {
        if (!(await this.#perform(action, path))) {
          return 'failed';
        }
      }
      this.log.agentWrote(path, after, now, origin);
      return 'back';
    });
  }

  /** What the user sees: unsaved text goes before the disk's. */
  async #contentNow(path: string): Promise<FileContent> {
    const isReviewed = this.log.file(path) !== undefined;
    const onDisk = await (isReviewed ? this.#files.read(path) : this.#files.readAnew(path));
    const document = documentAt(path);
    return document?.isDirty && onDisk.kind === 'text'
      ? { ...onDisk, text: exactTextOf(document) }
      : onDisk;
  }

  /** Nothing looks at the disk between the decision and its deeds. */
  #carryOut(
    what: 'decision' | 'undo',
    act: () => ReviewOutcome,
    onPlaced?: () => void,
  ): Promise<ReviewOutcome> {
    return this.#capture.alone(async () => {
      await this.#buffers.settled();
      const show = this.log.hold();
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
          this.#buffers.agrees(path);
        }
        show();
        onPlaced?.();
      };
      if (action.kind === 'replace') {
        this.#buffers.remember(path, joinLines(action.expected), what);
      }
      if (!failed.has(path) && !(await this.#perform(action, path, placed))) {
        failed.add(path);
        this.log.dispatch({ kind: 'abandoned', what, path });
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
      await this.#buffers.during(path, () => performAction(action, this.#files, onPlaced));
      return true;
    } catch (error) {
      this.#report.failure(`${vscode.workspace.asRelativePath(path)}: ${messageOf(error)}`, error);
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

  async #offerForce(verdict: Verdict, paths: readonly string[]): Promise<void> {
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
