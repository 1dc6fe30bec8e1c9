import * as vscode from 'vscode';
import { UserError } from '../../../core/errors.ts';
import { asRecord, asString } from '../../../core/json.ts';
import type { Hunk } from '../../../core/review/file/hunk.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import type { ReviewedFile } from '../../../core/review/file/reviewedFile.ts';
import { lineRange, overlapsOrTouches, overlaps } from '../../../core/text/lineRange.ts';
import { COMMANDS } from '../../commands.ts';
import type { ErrorReporter } from '../../errorReporter.ts';
import { getReviewSide, ThreadComment, type CommentThreads } from './commentThreads.ts';
import { getTargetPath, getTargetScope, type HunkCommandArguments } from '../editor/targetScope.ts';
import { toReviewPath, toReviewUri } from '../documents/reviewUri.ts';
import type { CommentSender } from './commentSender.ts';

/** A hunk and the file it stands in. */
interface HunkInFile {
  readonly file: ReviewedFile;
  readonly hunk: Hunk;
}

/** The commands to comment on hunks, to reject with a reason, and to send what was collected. */
export class CommentCommands {
  readonly #desk: CommentSender;
  readonly #log: ReviewModel;
  readonly #comments: CommentThreads;
  readonly #report: ErrorReporter;

  constructor(
    desk: CommentSender,
    log: ReviewModel,
    comments: CommentThreads,
    report: ErrorReporter,
  ) {
    this.#desk = desk;
    this.#log = log;
    this.#comments = comments;
    this.#report = report;
  }

  register(): readonly vscode.Disposable[] {
    const { comments: remarks } = this.#desk;
    const command = (id: string, run: (...args: unknown[]) => unknown): vscode.Disposable =>
      vscode.commands.registerCommand(id, (...args: unknown[]) =>
        this.#report.run(id, async () => {
          await run(...args);
        }),
      );
    const onComment = (id: string, run: (comment: ThreadComment) => unknown): vscode.Disposable =>
      command(id, comment => (comment instanceof ThreadComment ? run(comment) : undefined));
    return [
      command(COMMANDS.commentHunk, (...args) => this.#openComment(args)),
      command(COMMANDS.rejectHunkWithReason, (...args) => this.#askAndReject(args)),
      command(COMMANDS.addComment, reply => this.#add(reply)),
      command(COMMANDS.rejectWithComment, reply => this.#rejectWith(reply)),
      onComment(COMMANDS.editComment, comment => this.#comments.edit(comment)),
      onComment(COMMANDS.cancelComment, comment => this.#comments.cancelEdit(comment)),
      onComment(COMMANDS.saveComment, comment => remarks.edit(comment.commentId, comment.body)),
      onComment(COMMANDS.removeComment, comment => remarks.remove([comment.commentId])),
      command(COMMANDS.sendComments, () => this.#desk.send()),
    ];
  }

  /** Opens VS Code's own box for a comment at the hunk. */
  async #openComment(args: HunkCommandArguments): Promise<void> {
    const { file, hunk } = this.#target(args);
    const { path } = file.current;
    const active = vscode.window.activeTextEditor;
    const editor =
      active && toReviewPath(active.document.uri) === path
        ? active
        : await vscode.window.showTextDocument(toReviewUri(path));
    const { start } = hunk[getReviewSide(editor.document.uri) ?? 'current'];
    const at = new vscode.Position(Math.min(start, editor.document.lineCount - 1), 0);
    editor.selection = new vscode.Selection(at, at);
    await vscode.commands.executeCommand('workbench.action.addComment');
  }

  async #askAndReject(args: HunkCommandArguments): Promise<void> {
    const { file, hunk } = this.#target(args);
    const words = await vscode.window.showInputBox({
      title: vscode.l10n.t('Reject Hunk and Say Why'),
      prompt: vscode.l10n.t('The agent is told when you send your comments.'),
      placeHolder: vscode.l10n.t('What should the agent do differently?'),
    });
    if (words?.trim()) {
      await this.#desk.rejectWithComment(file, hunk, words);
    }
  }

  #add(reply: unknown): void {
    const { thread, words, place } = this.#replied(reply);
    this.#desk.comments.add(place.file, place.hunk, words);
    thread.dispose(); // What was said is shown by a thread of its own, which follows the hunk.
  }

  async #rejectWith(reply: unknown): Promise<void> {
    const { thread, words, place } = this.#replied(reply);
    thread.dispose();
    await this.#desk.rejectWithComment(place.file, place.hunk, words);
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

  #placeOf({ uri, range }: vscode.CommentThread): HunkInFile | undefined {
    const side = getReviewSide(uri) ?? 'current';
    const file = this.#log.getFile(toReviewPath(uri));
    const lines = range && lineRange(range.start.line, range.end.line + 1);
    const hunk =
      lines &&
      (file?.hunks.find(one => overlaps(one[side], lines)) ??
        file?.hunks.find(one => overlapsOrTouches(one[side], lines)));
    return file && hunk && { file, hunk };
  }

  #target(args: HunkCommandArguments): HunkInFile {
    const path = getTargetPath(args);
    const file = path === undefined ? undefined : this.#log.getFile(path);
    const scope = file && getTargetScope(file, args);
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
