import * as vscode from 'vscode';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import type { ReviewOutcome } from '../../../core/review/model/reviewOutcome.ts';
import {
  isPending,
  getFileStatus,
  type ReviewedFile,
} from '../../../core/review/file/reviewedFile.ts';
import { COMMANDS } from '../../commands.ts';
import { accumulateEvent } from '../../accumulateEvent.ts';
import { getHunkLine } from './hunkRange.ts';
import { toReviewPath, PROPOSED_SCHEME, toReviewUri } from '../documents/reviewUri.ts';
import { getDamageLabel } from './pendingLabels.ts';

/** "Accept", "Reject", "Comment" and the number above each hunk, in every editor that shows the file. */
export class HunkCodeLensProvider implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #log: ReviewModel;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #owned: vscode.Disposable;
  /** The version of each document for which VS Code last asked. */
  readonly #asked = new Map<string, number>();
  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(log: ReviewModel) {
    this.#log = log;
    this.#owned = vscode.Disposable.from(
      this.#changed,
      accumulateEvent(log.onDidChange, all => this.#renew(all)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#asked.delete(uri.toString())),
      vscode.languages.registerCodeLensProvider(
        [{ scheme: 'file' }, { scheme: PROPOSED_SCHEME }],
        this,
      ),
    );
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    this.#asked.set(document.uri.toString(), document.version);
    const path = toReviewPath(document.uri);
    const file = this.#log.getFile(path);
    const own =
      file && isPending(file) ? [...wholeLenses(file), ...hunkLenses(file, document)] : [];
    const about = this.#log.proposalsFor(path);
    return [...own, ...about.flatMap(proposal => proposedLenses(proposal, document))];
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /**
   * VS Code waits a quarter of a second before it asks, and begins to count anew each time it is told to. A document that
   * has changed since it asked will be asked for without our saying so.
   */
  #renew(outcomes: readonly ReviewOutcome[]): void {
    const paths = new Set(outcomes.flatMap(({ changed }) => changed));
    // A proposal is told in the file it is meant for; that file may be any.
    const isAny = [...paths].some(path => path.startsWith(`${PROPOSED_SCHEME}:`));
    const isOutdated = vscode.workspace.textDocuments.some(
      ({ uri, version }) =>
        (isAny || paths.has(toReviewPath(uri))) && this.#asked.get(uri.toString()) === version,
    );
    if (isOutdated) {
      this.#changed.fire();
    }
  }
}

function hunkLenses(file: ReviewedFile, document: vscode.TextDocument): vscode.CodeLens[] {
  const { path } = file.current;
  const same = sameAboveAll();
  return file.hunks.flatMap((hunk, at) => {
    const line = getHunkLine(hunk, document);
    const range = new vscode.Range(line, 0, line, 0);
    const args = [document.uri, { path, id: hunk.id, revision: hunk.revision }];
    const { accept, reject, comment, shown } = same;
    const title = vscode.l10n.t('Hunk {0} of {1}', at + 1, file.hunks.length);
    return [accept, reject, comment, { ...shown, title }].map(
      command => new vscode.CodeLens(range, { ...command, arguments: args }),
    );
  });
}

/** There may be hundreds of hunks: these words are put together once. */
const sameAboveAll = () => ({
  accept: {
    title: vscode.l10n.t('Accept'),
    command: COMMANDS.acceptHunk,
    tooltip: vscode.l10n.t('Keep this change'),
  },
  reject: {
    title: vscode.l10n.t('Reject'),
    command: COMMANDS.rejectHunk,
    tooltip: vscode.l10n.t('Put back what stood here before'),
  },
  comment: {
    title: vscode.l10n.t('Comment'),
    command: COMMANDS.commentHunk,
    tooltip: vscode.l10n.t('Tell the agent what to do differently'),
  },
  shown: { command: COMMANDS.showHunk, tooltip: vscode.l10n.t('Show what stood here before') },
});

/** What is proposed for a file is told where it would stand. */
function proposedLenses(file: ReviewedFile, document: vscode.TextDocument): vscode.CodeLens[] {
  const { path } = file.current;
  return file.hunks.flatMap(({ id, revision, base }, at) => {
    const line = Math.max(0, Math.min(base.start, document.lineCount - 1));
    const args = [toReviewUri(path), { path, id, revision }];
    const lens = (title: string, command: string, tooltip: string): vscode.CodeLens =>
      new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
        title,
        command,
        tooltip,
        arguments: args,
      });
    return [
      lens(
        vscode.l10n.t('Accept'),
        COMMANDS.acceptHunk,
        vscode.l10n.t("Put the agent's version here"),
      ),
      lens(vscode.l10n.t('Reject'), COMMANDS.rejectHunk, vscode.l10n.t('Keep what stands here')),
      lens(
        vscode.l10n.t('Proposed hunk {0} of {1}', at + 1, file.hunks.length),
        COMMANDS.showHunk,
        vscode.l10n.t("Show the agent's version. It is not in the file yet."),
      ),
    ];
  });
}

/** A new name, other permissions or damage to the bytes has no lines of its own. */
function wholeLenses(file: ReviewedFile): vscode.CodeLens[] {
  const { base, current } = file;
  const isWhole = getFileStatus(file) === 'renamed' || file.hunks.length === 0;
  const damage = getDamageLabel(file);
  if (!isWhole && damage === '') {
    return [];
  }
  const range = new vscode.Range(0, 0, 0, 0);
  const uri = toReviewUri(current.path);
  const whole =
    base.path === current.path
      ? vscode.l10n.t('Changed as a whole')
      : vscode.l10n.t('Renamed from {0}', vscode.workspace.asRelativePath(base.path));
  const what = [...(isWhole ? [whole] : []), ...(damage ? [damage] : [])].join(', ');
  return [
    new vscode.CodeLens(range, {
      title: vscode.l10n.t('Accept file'),
      command: COMMANDS.acceptFile,
      arguments: [uri],
    }),
    new vscode.CodeLens(range, {
      title: vscode.l10n.t('Reject file'),
      command: COMMANDS.rejectFile,
      arguments: [uri],
    }),
    new vscode.CodeLens(range, { title: what, command: COMMANDS.openDiff, arguments: [uri] }),
  ];
}
