import * as vscode from 'vscode';
import { UserError } from '../../../core/errors.ts';
import { asRecord, asString } from '../../../core/json.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import type { ReviewedFile } from '../../../core/review/file/reviewedFile.ts';
import { COMMANDS } from '../../commands.ts';
import type { ErrorReporter } from '../../errorReporter.ts';
import { getActivePath, getCursorLocation } from './activeEditor.ts';
import { HunkNavigation } from './hunkNavigation.ts';
import type { ReviewContextKeys } from './reviewContextKeys.ts';
import type { ReviewSummary } from './reviewSummary.ts';
import { toReviewPath } from '../documents/reviewUri.ts';
import { getTargetPath, getTargetScope, type HunkCommandArguments } from './targetScope.ts';
import { openDiff } from './openDiff.ts';
import { isOverviewActive, openOverview } from './overview.ts';
import type { ReviewController, ReviewVerdict } from '../decisions/reviewController.ts';

export class ReviewCommands {
  readonly #controller: ReviewController;
  readonly #model: ReviewModel;
  readonly #navigation: HunkNavigation;
  readonly #contextKeys: ReviewContextKeys;
  readonly #summary: ReviewSummary;
  readonly #reporter: ErrorReporter;

  constructor(
    controller: ReviewController,
    contextKeys: ReviewContextKeys,
    summary: ReviewSummary,
    reporter: ErrorReporter,
  ) {
    this.#controller = controller;
    this.#model = controller.model;
    this.#navigation = new HunkNavigation(controller.model);
    this.#contextKeys = contextKeys;
    this.#summary = summary;
    this.#reporter = reporter;
  }

  register(): readonly vscode.Disposable[] {
    const command = (id: string, run: (...args: unknown[]) => unknown): vscode.Disposable =>
      vscode.commands.registerCommand(id, (...args: unknown[]) =>
        this.#reporter.run(id, async () => {
          await this.#controller.whenSynced(); // Cursor and selection refer to the lines of the document.
          await run(...args);
        }),
      );
    return [
      command(COMMANDS.acceptHunk, (...args) => this.#decideHunk('accept', args)),
      command(COMMANDS.rejectHunk, (...args) => this.#decideHunk('reject', args)),
      command(COMMANDS.acceptFile, (...args) => this.#decideFiles('accept', args)),
      command(COMMANDS.rejectFile, (...args) => this.#decideFiles('reject', args)),
      command(COMMANDS.acceptAll, group => this.#decideAll('accept', group)),
      command(COMMANDS.rejectAll, group => this.#decideAll('reject', group)),
      command(COMMANDS.undoReview, () => this.#controller.undo()),
      command(COMMANDS.redoReview, () => this.#controller.redo()),
      command(COMMANDS.nextHunk, () => this.#go('next')),
      command(COMMANDS.previousHunk, () => this.#go('previous')),
      command(COMMANDS.showHunk, (uri, ref) =>
        this.#navigation.showHunk(
          getTargetPath([uri]) ?? '',
          asString(asRecord(ref)?.['id']) ?? '',
        ),
      ),
      command(COMMANDS.openDiff, uri => openDiff(this.#getFile(getTargetPath([uri])))),
      command(COMMANDS.openChanges, () => openOverview(this.#model.pending)),
    ];
  }

  async #go(direction: 'next' | 'previous'): Promise<void> {
    if (!(await this.#navigation.go(direction))) {
      this.#summary.show();
    }
  }

  /** Without a hunk at the cursor, the command goes to the next one: nothing is decided unseen. */
  async #decideHunk(verdict: ReviewVerdict, args: HunkCommandArguments): Promise<void> {
    const path = getTargetPath(args);
    const file = path === undefined ? undefined : this.#model.getFile(path);
    const scope = file && getTargetScope(file, args);
    if (!scope) {
      if (!(await this.#navigation.go('next'))) {
        this.#summary.showAtEnd();
      }
      this.#contextKeys.holdReview();
      return;
    }
    const from = { path: file.current.path, line: getScopeLine(file, scope) };
    const isOtherEditor = file.proposal && getCursorLocation().path !== file.current.path;
    const staysHere = isOtherEditor || isOverviewActive(); // The overview shows the next file itself.
    let advancing: Promise<void> | undefined;
    const advance = (): void => {
      advancing ??= staysHere ? undefined : this.#navigation.advance(from);
    };
    this.#contextKeys.holdReview(); // The hunk is gone before the cursor is at the next one.
    const isDecided = await this.#controller.decide(verdict, scope, { onApplied: advance });
    if (isDecided) {
      advance();
    }
    await advancing;
    this.#contextKeys.holdReview();
    this.#summarize(isDecided);
  }

  #summarize(isDecided: boolean): void {
    if (isDecided && this.#model.pending.length === 0) {
      this.#summary.showAtEnd();
    }
  }

  /** The source control view passes resources or folders, possibly several. An editor passes its file, a key nothing. */
  async #decideFiles(verdict: ReviewVerdict, args: readonly unknown[]): Promise<void> {
    const uris = args.flat().flatMap(getUris);
    const paths = uris.length > 0 ? uris.map(toReviewPath) : [getTargetPath([])];
    const seen = this.#model.state.revision;
    const isInEditor = uris.length === 0 || isShownAlone(args[0]);
    const from = { path: paths[0] ?? '', line: getCursorLocation().line };
    let isDecided = false;
    for (const path of new Set(paths)) {
      const kind = path !== undefined && this.#model.getFile(path) ? 'file' : 'folder';
      const scope = { kind, path: path ?? '' } as const;
      isDecided = (await this.#controller.decide(verdict, scope, { seen })) || isDecided;
    }
    if (isInEditor) {
      await this.#navigation.advance(from);
      this.#contextKeys.holdReview();
    }
    this.#summarize(isDecided);
  }

  async #decideAll(verdict: ReviewVerdict, group: unknown): Promise<void> {
    const sessionId = asString(asRecord(group)?.['id']);
    const seen = this.#model.state.revision;
    const isSession = sessionId !== undefined && sessionId !== '' && sessionId !== 'accord';
    const scope = isSession
      ? ({ kind: 'session', sessionId } as const)
      : ({ kind: 'all' } as const);
    this.#summarize(await this.#controller.decide(verdict, scope, { seen }));
  }

  #getFile(path: string | undefined): ReviewedFile {
    const file = path === undefined ? undefined : this.#model.getFile(path);
    if (!file) {
      throw new UserError(vscode.l10n.t('No changes to review in this file.'));
    }
    return file;
  }
}

function getScopeLine(
  file: ReviewedFile,
  scope: Parameters<ReviewController['decide']>[1],
): number {
  if (scope.kind === 'lines') {
    return scope.selection.side === 'current'
      ? scope.selection.range.start
      : getCursorLocation().line;
  }
  const [ref] = scope.kind === 'hunks' ? scope.hunks : [];
  return file.hunks.find(hunk => hunk.id === ref?.id)?.current.start ?? 0;
}

/** Whether an editor shows this file and no other, as the multi-diff editor does. */
const isShownAlone = (argument: unknown): boolean =>
  argument instanceof vscode.Uri &&
  toReviewPath(argument) === getActivePath() &&
  !isOverviewActive();

function getUris(argument: unknown): readonly vscode.Uri[] {
  if (argument instanceof vscode.Uri) {
    return [argument];
  }
  const uri = asRecord(argument)?.['resourceUri'];
  return uri instanceof vscode.Uri ? [uri] : [];
}
