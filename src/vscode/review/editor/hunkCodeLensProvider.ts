import * as vscode from 'vscode';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import type { ReviewProgress } from '../../../core/review/model/reviewProgress.ts';
import type { ReviewOutcome } from '../../../core/review/model/reviewOutcome.ts';
import { getFileChangeLabel } from '../../../core/chat/fileChangeLabel.ts';
import { isPending, type ReviewedFile } from '../../../core/review/file/reviewedFile.ts';
import { getSubagents } from '../../../core/review/file/hunk.ts';
import { COMMANDS } from '../../commands.ts';
import { overlaps, type LineRange } from '../../../core/text/lineRange.ts';
import { accumulateEvent } from '../../accumulateEvent.ts';
import { getSelectedLines } from './activeEditor.ts';
import { getHunkLine } from './hunkRange.ts';
import { withDefaultKeys } from './withDefaultKeys.ts';
import {
  BASE_SCHEME,
  isDeletedUri,
  PROPOSED_SCHEME,
  toReviewPath,
  toReviewUri,
} from '../documents/reviewUri.ts';

/** The code lenses "Accept", "Reject" and "Comment", and the number of the hunk, above each hunk. */
export class HunkCodeLensProvider implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #model: ReviewModel;
  readonly #progress: ReviewProgress;
  readonly #didChange = new vscode.EventEmitter<void>();
  readonly #disposable: vscode.Disposable;
  /** The version of each document for which VS Code last requested lenses. */
  readonly #requestedVersions = new Map<string, number>();
  /** The lines that are selected in a document, if some of them are in hunks. */
  readonly #selectedLines = new WeakMap<vscode.TextDocument, LineRange>();
  readonly onDidChangeCodeLenses = this.#didChange.event;

  constructor(model: ReviewModel, progress: ReviewProgress) {
    this.#model = model;
    this.#progress = progress;
    this.#disposable = vscode.Disposable.from(
      this.#didChange,
      accumulateEvent(model.onDidChange, all => this.#refresh(all)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) =>
        this.#requestedVersions.delete(uri.toString()),
      ),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) =>
        this.#updateSelection(textEditor),
      ),
      vscode.languages.registerCodeLensProvider(
        [{ scheme: 'file' }, { scheme: PROPOSED_SCHEME }, { scheme: BASE_SCHEME }],
        this,
      ),
    );
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    if (document.uri.scheme === BASE_SCHEME && !isDeletedUri(document.uri)) {
      return []; // The other side of the diff has them.
    }
    this.#requestedVersions.set(document.uri.toString(), document.version);
    const path = toReviewPath(document.uri);
    const file = this.#model.getFile(path);
    const own =
      file && isPending(file)
        ? [...createFileLenses(file), ...this.#createHunkLenses(file, document)]
        : [];
    const proposals = this.#model.proposalsFor(path);
    return [...own, ...proposals.flatMap(proposal => createProposalLenses(proposal, document))];
  }

  #createHunkLenses(file: ReviewedFile, document: vscode.TextDocument): vscode.CodeLens[] {
    const { path } = file.current;
    const { accept, reject, comment, show } = createHunkCommands();
    const selected = this.#selectedLines.get(document);
    return file.hunks.flatMap(hunk => {
      const line = getHunkLine(hunk, document);
      const range = new vscode.Range(line, 0, line, 0);
      if (selected && overlaps(hunk.current, selected)) {
        return createSelectionCommands().map(
          command => new vscode.CodeLens(range, { ...command, arguments: [document.uri] }),
        );
      }
      const args = [document.uri, { path, id: hunk.id, revision: hunk.revision }];
      const { hunk: number = 0, hunks = 0 } = this.#progress.positionOf(file, hunk.id) ?? {};
      const position = vscode.l10n.t('Hunk {0} of {1}', number, hunks);
      const title = [position, ...getSubagents(hunk.origins)].join(' · ');
      return [accept, reject, comment, { ...show, title }].map(
        command => new vscode.CodeLens(range, { ...command, arguments: args }),
      );
    });
  }

  dispose(): void {
    this.#disposable.dispose();
  }

  /** While lines of a hunk are selected, its lenses decide on those. */
  #updateSelection(editor: vscode.TextEditor): void {
    const { document } = editor;
    const file = this.#model.getFile(toReviewPath(document.uri));
    const lines = getSelectedLines(editor);
    const isInHunk =
      lines !== undefined && file?.hunks.some(({ current }) => overlaps(current, lines)) === true;
    const before = this.#selectedLines.get(document);
    if (isInHunk) {
      this.#selectedLines.set(document, lines);
    } else {
      this.#selectedLines.delete(document);
    }
    if (isInHunk !== (before !== undefined)) {
      this.#didChange.fire();
    }
  }

  /**
   * VS Code waits 250 ms before it requests lenses, and starts to wait again with each event. For a document that has changed
   * since the last request it does that anyway, without an event.
   */
  #refresh(outcomes: readonly ReviewOutcome[]): void {
    const paths = new Set(outcomes.flatMap(({ changed }) => changed));
    // A proposal is shown in the file it is for, which can be any document.
    const hasProposal = [...paths].some(path => path.startsWith(`${PROPOSED_SCHEME}:`));
    const isOutdated = vscode.workspace.textDocuments.some(
      ({ uri, version }) =>
        (hasProposal || paths.has(toReviewPath(uri))) &&
        this.#requestedVersions.get(uri.toString()) === version,
    );
    if (isOutdated) {
      this.#didChange.fire();
    }
  }
}

/** Created once per request, since there may be hundreds of hunks. */
const createHunkCommands = () => ({
  accept: {
    title: vscode.l10n.t('Accept'),
    command: COMMANDS.acceptHunk,
    tooltip: withDefaultKeys(vscode.l10n.t('Keep this change'), COMMANDS.acceptHunk),
  },
  reject: {
    title: vscode.l10n.t('Reject'),
    command: COMMANDS.rejectHunk,
    tooltip: withDefaultKeys(vscode.l10n.t('Restore the original text'), COMMANDS.rejectHunk),
  },
  comment: {
    title: vscode.l10n.t('Comment'),
    command: COMMANDS.commentHunk,
    tooltip: vscode.l10n.t('Comment on this change for the agent'),
  },
  show: { command: COMMANDS.showHunk, tooltip: vscode.l10n.t('Show the original text') },
});

const createSelectionCommands = () =>
  [
    { title: vscode.l10n.t('Accept selected lines'), command: COMMANDS.acceptHunk },
    { title: vscode.l10n.t('Reject selected lines'), command: COMMANDS.rejectHunk },
  ].map(one => ({ ...one, tooltip: withDefaultKeys(one.title, one.command) }));

/** The lenses of a proposal in the file that it is for. */
function createProposalLenses(
  file: ReviewedFile,
  document: vscode.TextDocument,
): vscode.CodeLens[] {
  const { path } = file.current;
  return file.hunks.flatMap(({ id, revision, base }, index) => {
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
      lens(vscode.l10n.t('Accept'), COMMANDS.acceptHunk, vscode.l10n.t("Use the agent's version")),
      lens(vscode.l10n.t('Reject'), COMMANDS.rejectHunk, vscode.l10n.t('Keep the current text')),
      lens(
        vscode.l10n.t('Proposed hunk {0} of {1}', index + 1, file.hunks.length),
        COMMANDS.showHunk,
        vscode.l10n.t("Show the agent's version, which isn't in the file yet."),
      ),
    ];
  });
}

/** A rename, other permissions or damaged bytes concern the file as a whole. */
function createFileLenses(file: ReviewedFile): vscode.CodeLens[] {
  const label = getFileChangeLabel(file, path => vscode.workspace.asRelativePath(path));
  if (label === '' && file.hunks.length > 0) {
    return [];
  }
  const range = new vscode.Range(0, 0, 0, 0);
  const uri = toReviewUri(file.current.path);
  const title = label || vscode.l10n.t('Whole file changed');
  const accept = vscode.l10n.t('Accept file');
  const reject = vscode.l10n.t('Reject file');
  // Next to hunks, the keys decide on those.
  const tooltip = (text: string, command: string): string =>
    file.hunks.length === 0 ? withDefaultKeys(text, command) : text;
  return [
    new vscode.CodeLens(range, {
      title: accept,
      tooltip: tooltip(accept, COMMANDS.acceptHunk),
      command: COMMANDS.acceptFile,
      arguments: [uri],
    }),
    new vscode.CodeLens(range, {
      title: reject,
      tooltip: tooltip(reject, COMMANDS.rejectHunk),
      command: COMMANDS.rejectFile,
      arguments: [uri],
    }),
    new vscode.CodeLens(range, { title, command: COMMANDS.openDiff, arguments: [uri] }),
  ];
}
