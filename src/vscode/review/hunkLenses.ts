import * as vscode from 'vscode';
import type { ReviewLog } from '../../core/review/reviewLog.ts';
import { isPending, statusOf, type ReviewedFile } from '../../core/review/reviewedFile.ts';
import { COMMANDS } from '../commands.ts';
import { gathered } from './gathered.ts';
import { lineOf } from './hunkPlace.ts';
import { ledgerPath, PROPOSED_SCHEME, uriOf } from './ledgerPath.ts';

/** "Accept", "Reject", "Comment" and the number above each hunk, in every editor that shows the file. */
export class HunkLenses implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #log: ReviewLog;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #owned: vscode.Disposable;
  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(log: ReviewLog) {
    this.#log = log;
    this.#owned = vscode.Disposable.from(
      this.#changed,
      gathered(log.onDidChange, () => this.#changed.fire()),
      vscode.languages.registerCodeLensProvider(
        [{ scheme: 'file' }, { scheme: PROPOSED_SCHEME }],
        this,
      ),
    );
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const path = ledgerPath(document.uri);
    const file = this.#log.file(path);
    const own =
      file && isPending(file) ? [...wholeLenses(file), ...hunkLenses(file, document)] : [];
    const about = [...this.#log.state.files.values()].filter(
      one => one.proposal?.target.path === path && isPending(one),
    );
    return [...own, ...about.flatMap(proposal => proposedLenses(proposal, document))];
  }

  dispose(): void {
    this.#owned.dispose();
  }
}

function hunkLenses(file: ReviewedFile, document: vscode.TextDocument): vscode.CodeLens[] {
  const { path } = file.current;
  return file.hunks.flatMap((hunk, at) => {
    const line = lineOf(hunk, document);
    const range = new vscode.Range(line, 0, line, 0);
    const ref = { path, id: hunk.id, revision: hunk.revision };
    const lens = (title: string, command: string, tooltip: string): vscode.CodeLens =>
      new vscode.CodeLens(range, { title, command, tooltip, arguments: [document.uri, ref] });
    return [
      lens('Accept', COMMANDS.acceptHunk, 'Keep this change'),
      lens('Reject', COMMANDS.rejectHunk, 'Put back what stood here before'),
      lens('Comment', COMMANDS.commentHunk, 'Tell the agent what to do differently'),
      lens(
        `Hunk ${at + 1} of ${file.hunks.length}`,
        COMMANDS.showHunk,
        'Show what stood here before',
      ),
    ];
  });
}

/** What is proposed for a file is told where it would stand. */
function proposedLenses(file: ReviewedFile, document: vscode.TextDocument): vscode.CodeLens[] {
  const { path } = file.current;
  return file.hunks.flatMap(({ id, revision, base }, at) => {
    const line = Math.max(0, Math.min(base.start, document.lineCount - 1));
    const args = [uriOf(path), { path, id, revision }];
    const lens = (title: string, command: string, tooltip: string): vscode.CodeLens =>
      new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
        title,
        command,
        tooltip,
        arguments: args,
      });
    return [
      lens('Accept', COMMANDS.acceptHunk, "Put the agent's version here"),
      lens('Reject', COMMANDS.rejectHunk, 'Keep what stands here'),
      lens(
        `Proposed hunk ${at + 1} of ${file.hunks.length}`,
        COMMANDS.showHunk,
        "Show the agent's version. It is not in the file yet.",
      ),
    ];
  });
}

/** A new name or another mode has no lines of its own. */
function wholeLenses(file: ReviewedFile): vscode.CodeLens[] {
  const { base, current } = file;
  const isWhole = statusOf(file) === 'renamed' || file.hunks.length === 0;
  if (!isWhole) {
    return [];
  }
  const range = new vscode.Range(0, 0, 0, 0);
  const uri = uriOf(current.path);
  const what =
    base.path === current.path
      ? 'Changed as a whole'
      : `Renamed from ${vscode.workspace.asRelativePath(base.path)}`;
  return [
    new vscode.CodeLens(range, {
      title: 'Accept file',
      command: COMMANDS.acceptFile,
      arguments: [uri],
    }),
    new vscode.CodeLens(range, {
      title: 'Reject file',
      command: COMMANDS.rejectFile,
      arguments: [uri],
    }),
    new vscode.CodeLens(range, { title: what, command: '' }),
  ];
}
