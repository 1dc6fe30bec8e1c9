import * as vscode from 'vscode';
import { UserError } from '../../core/errors.ts';
import { asRecord, asString } from '../../core/json.ts';
import type { Hunk } from '../../core/review/hunk.ts';
import type { ReviewLog } from '../../core/review/reviewLog.ts';
import type { ReviewedFile } from '../../core/review/reviewedFile.ts';
import { lineRange, meets, overlaps } from '../../core/text/lineRange.ts';
import { COMMANDS } from '../commands.ts';
import type { Report } from '../report.ts';
import { sideOfUri, RemarkComment, type HunkComments } from './hunkComments.ts';
import { targetPath, targetScope, type HunkArguments } from './hunkTarget.ts';
import { ledgerPath, uriOf } from './ledgerPath.ts';
import type { RemarkDesk } from './remarkDesk.ts';

/** A hunk and the file it stands in. */
interface Place {
  readonly file: ReviewedFile;
  readonly hunk: Hunk;
}

/** The commands to comment on hunks, to reject with a reason, and to send what was collected. */
export class RemarkCommands {
  readonly #desk: RemarkDesk;
  readonly #log: ReviewLog;
  readonly #comments: HunkComments;
  readonly #report: Report;

  constructor(desk: RemarkDesk, log: ReviewLog, comments: HunkComments, report: Report) {
    this.#desk = desk;
    this.#log = log;
    this.#comments = comments;
    this.#report = report;
  }

  register(): readonly vscode.Disposable[] {
    const { remarks } = this.#desk;
    const command = (id: string, run: (...args: unknown[]) => unknown): vscode.Disposable =>
      vscode.commands.registerCommand(id, (...args: unknown[]) =>
        this.#report.around(id, async () => {
          await run(...args);
        }),
      );
    const onComment = (id: string, run: (comment: RemarkComment) => unknown): vscode.Disposable =>
      command(id, comment => (comment instanceof RemarkComment ? run(comment) : undefined));
    return [
      command(COMMANDS.commentHunk, (...args) => this.#openComment(args)),
      command(COMMANDS.rejectHunkWithReason, (...args) => this.#askAndReject(args)),
      command(COMMANDS.addComment, reply => this.#add(reply)),
      command(COMMANDS.rejectWithComment, reply => this.#rejectWith(reply)),
      onComment(COMMANDS.editComment, comment => this.#comments.edit(comment)),
      onComment(COMMANDS.cancelComment, comment => this.#comments.cancelEdit(comment)),
      onComment(COMMANDS.saveComment, comment => remarks.edit(comment.remarkId, comment.body)),
      onComment(COMMANDS.removeComment, comment => remarks.remove([comment.remarkId])),
      command(COMMANDS.sendComments, () => this.#desk.send()),
    ];
  }

  /** Opens VS Code's own box for a comment at the hunk. */
  async #openComment(args: HunkArguments): Promise<void> {
    const { file, hunk } = this.#target(args);
    const { path } = file.current;
    const active = vscode.window.activeTextEditor;
    const editor =
      active && ledgerPath(active.document.uri) === path
        ? active
        : await vscode.window.showTextDocument(uriOf(path));
    const { start } = hunk[sideOfUri(editor.document.uri) ?? 'current'];
    const at = new vscode.Position(Math.min(start, editor.document.lineCount - 1), 0);
    editor.selection = new vscode.Selection(at, at);
    await vscode.commands.executeCommand('workbench.action.addComment');
  }

  async #askAndReject(args: HunkArguments): Promise<void> {
    const { file, hunk } = this.#target(args);
    const words = await vscode.window.showInputBox({
      title: vscode.l10n.t('Reject Hunk and Say Why'),
      prompt: vscode.l10n.t('The agent is told when you send your comments.'),
      placeHolder: vscode.l10n.t('What should the agent do differently?'),
    });
    if (words?.trim()) {
      await this.#desk.rejectWith(file, hunk, words);
    }
  }

  #add(reply: unknown): void {
    const { thread, words, place } = this.#replied(reply);
    this.#desk.remarks.add(place.file, place.hunk, words);
    thread.dispose(); // What was said is shown by a thread of its own, which follows the hunk.
  }

  async #rejectWith(reply: unknown): Promise<void> {
    const { thread, words, place } = this.#replied(reply);
    thread.dispose();
    await this.#desk.rejectWith(place.file, place.hunk, words);
  }

  /** What was typed into a box for comments, and the hunk it stands at. */
  #replied(reply: unknown) {
    const fields = asRecord(reply);
    const words = asString(fields?.['text'])?.trim() ?? '';
    const thread = fields?.['thread'];
    const place = isThread(thread) ? this.#placeOf(thread) : undefined;
    if (!isThread(thread) || !place) {
      throw new UserError(vscode.l10n.t('The change is not there any more. Look at it again.'));
    }
    if (words === '') {
      throw new UserError(vscode.l10n.t('Write first what the agent should do differently.'));
    }
    return { thread, words, place };
  }

  #placeOf({ uri, range }: vscode.CommentThread): Place | undefined {
    const side = sideOfUri(uri) ?? 'current';
    const file = this.#log.file(ledgerPath(uri));
    const lines = range && lineRange(range.start.line, range.end.line + 1);
    const hunk =
      lines &&
      (file?.hunks.find(one => overlaps(one[side], lines)) ??
        file?.hunks.find(one => meets(one[side], lines)));
    return file && hunk && { file, hunk };
  }

  #target(args: HunkArguments): Place {
    const path = targetPath(args);
    const file = path === undefined ? undefined : this.#log.file(path);
    const scope = file && targetScope(file, args);
    const hunk = file?.hunks.find(one =>
      scope?.kind === 'lines'
        ? overlaps(one[scope.selection.side], scope.selection.range)
        : scope?.kind === 'hunks' && scope.hunks.some(({ id }) => id === one.id),
    );
    if (!file || !hunk) {
      throw new UserError(vscode.l10n.t('Put the cursor into a change of the agent first.'));
    }
    return { file, hunk };
  }
}

function isThread(thread: unknown): thread is vscode.CommentThread {
  const fields = asRecord(thread);
  return fields?.['uri'] instanceof vscode.Uri && typeof fields['dispose'] === 'function';
}
