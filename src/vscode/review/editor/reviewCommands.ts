import * as vscode from 'vscode';
import { UserError } from '../../../core/errors.ts';
import { asRecord, asString } from '../../../core/json.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import type { ReviewedFile } from '../../../core/review/file/reviewedFile.ts';
import { COMMANDS } from '../../commands.ts';
import type { ErrorReporter } from '../../errorReporter.ts';
import { getCursorLocation, HunkNavigation } from './hunkNavigation.ts';
import { toReviewPath } from '../documents/reviewUri.ts';
import { getTargetPath, getTargetScope, type HunkCommandArguments } from './targetScope.ts';
import { openChanges, openDiff } from './openDiff.ts';
import type { ReviewController, ReviewVerdict } from '../decisions/reviewController.ts';

/** The commands of the review. */
export class ReviewCommands {
  readonly #desk: ReviewController;
  readonly #log: ReviewModel;
  readonly #moves: HunkNavigation;
  readonly #report: ErrorReporter;

  constructor(desk: ReviewController, report: ErrorReporter) {
    this.#desk = desk;
    this.#log = desk.model;
    this.#moves = new HunkNavigation(desk.model);
    this.#report = report;
  }

  register(): readonly vscode.Disposable[] {
    const command = (id: string, run: (...args: unknown[]) => unknown): vscode.Disposable =>
      vscode.commands.registerCommand(id, (...args: unknown[]) =>
        this.#report.run(id, async () => {
          await this.#desk.whenSynced(); // The lines of the cursor and of a selection are those of the editor.
          await run(...args);
        }),
      );
    return [
      command(COMMANDS.acceptHunk, (...args) => this.#hunk('accept', args)),
      command(COMMANDS.rejectHunk, (...args) => this.#hunk('reject', args)),
      command(COMMANDS.acceptFile, (...args) => this.#files('accept', args)),
      command(COMMANDS.rejectFile, (...args) => this.#files('reject', args)),
      command(COMMANDS.acceptAll, group => this.#all('accept', group)),
      command(COMMANDS.rejectAll, group => this.#all('reject', group)),
      command(COMMANDS.undoReview, () => this.#desk.undo()),
      command(COMMANDS.redoReview, () => this.#desk.redo()),
      command(COMMANDS.nextHunk, () => this.#moves.go('next')),
      command(COMMANDS.previousHunk, () => this.#moves.go('previous')),
      command(COMMANDS.showHunk, (uri, ref) =>
        this.#moves.showHunk(getTargetPath([uri]) ?? '', asString(asRecord(ref)?.['id']) ?? ''),
      ),
      command(COMMANDS.openDiff, uri => openDiff(this.#file(getTargetPath([uri])))),
      command(COMMANDS.openChanges, () => openChanges(this.#log.pending)),
    ];
  }

  async #hunk(verdict: ReviewVerdict, args: HunkCommandArguments): Promise<void> {
    const file = this.#file(getTargetPath(args));
    const scope = getTargetScope(file, args);
    if (!scope) {
      throw new UserError(vscode.l10n.t('Put the cursor into a change of the agent first.'));
    }
    const from = { path: file.current.path, line: lineOfScope(file, scope) };
    const isElsewhere = file.proposal && getCursorLocation().path !== file.current.path;
    let going: Promise<void> | undefined;
    const goOn = (): void => {
      going ??= isElsewhere ? undefined : this.#moves.advance(from);
    };
    if (await this.#desk.decide(verdict, scope, { onApplied: goOn })) {
      goOn();
    }
    await going;
  }

  /** From the explorer of changes come resources, folders, or several of them; from the editor nothing. */
  async #files(verdict: ReviewVerdict, args: readonly unknown[]): Promise<void> {
    const uris = args.flat().flatMap(urisOf);
    const paths = uris.length > 0 ? uris.map(toReviewPath) : [getTargetPath([])];
    const seen = this.#log.state.revision;
    const isHere = uris.length === 0;
    const from = getCursorLocation();
    for (const path of new Set(paths)) {
      const kind = path !== undefined && this.#log.getFile(path) ? 'file' : 'folder';
      await this.#desk.decide(verdict, { kind, path: path ?? '' }, { seen });
    }
    if (isHere) {
      await this.#moves.advance(from);
    }
  }

  async #all(verdict: ReviewVerdict, group: unknown): Promise<void> {
    const sessionId = asString(asRecord(group)?.['id']);
    const seen = this.#log.state.revision;
    const isSession = sessionId !== undefined && sessionId !== '' && sessionId !== 'accord';
    await this.#desk.decide(verdict, isSession ? { kind: 'session', sessionId } : { kind: 'all' }, {
      seen,
    });
  }

  #file(path: string | undefined): ReviewedFile {
    const file = path === undefined ? undefined : this.#log.getFile(path);
    if (!file) {
      throw new UserError(
        vscode.l10n.t('No change of an agent waits for a decision in this file.'),
      );
    }
    return file;
  }
}

function lineOfScope(file: ReviewedFile, scope: Parameters<ReviewController['decide']>[1]): number {
  if (scope.kind === 'lines') {
    return scope.selection.side === 'current'
      ? scope.selection.range.start
      : getCursorLocation().line;
  }
  const [ref] = scope.kind === 'hunks' ? scope.hunks : [];
  return file.hunks.find(hunk => hunk.id === ref?.id)?.current.start ?? 0;
}

function urisOf(argument: unknown): readonly vscode.Uri[] {
  if (argument instanceof vscode.Uri) {
    return [argument];
  }
  const uri = asRecord(argument)?.['resourceUri'];
  return uri instanceof vscode.Uri ? [uri] : [];
}
