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
import { showInputBox } from '../../notifications.ts';

interface HunkInFile {
  readonly file: ReviewedFile;
  readonly hunk: Hunk;
}

/** The commands to comment on hunks, to reject with a comment, and to send comments. */
export class CommentCommands {
  readonly #sender: CommentSender;
  readonly #model: ReviewModel;
  readonly #threads: CommentThreads;
  readonly #reporter: ErrorReporter;

  constructor(
    sender: CommentSender,
    model: ReviewModel,
    threads: CommentThreads,
    reporter: ErrorReporter,
  ) {
    this.#sender = sender;
    this.#model = model;
    this.#threads = threads;
    this.#reporter = reporter;
  }

  register(): readonly vscode.Disposable[] {
    const { comments } = this.#sender;
    const command = (id: string, run: (...args: unknown[]) => unknown): vscode.Disposable =>
      vscode.commands.registerCommand(id, (...args: unknown[]) =>
        this.#reporter.run(id, async () => {
          await run(...args);
        }),
      );
    const onComment = (id: string, run: (comment: ThreadComment) => unknown): vscode.Disposable =>
      command(id, comment => (comment instanceof ThreadComment ? run(comment) : undefined));
    return [
      command(COMMANDS.commentHunk, (...args) => this.#openComment(args)),
      command(COMMANDS.rejectHunkWithReason, (...args) => this.#rejectWithReason(args)),
      command(COMMANDS.addComment, reply => this.#add(reply)),
      command(COMMANDS.rejectWithComment, reply => this.#rejectWithComment(reply)),
      onComment(COMMANDS.editComment, comment => this.#threads.edit(comment)),
      onComment(COMMANDS.cancelComment, comment => this.#threads.cancelEdit(comment)),
      onComment(COMMANDS.saveComment, comment => comments.edit(comment.commentId, comment.body)),
      onComment(COMMANDS.removeComment, comment => comments.remove([comment.commentId])),
      command(COMMANDS.sendComments, () => this.#sender.send()),
    ];
  }

  /** Opens VS Code's comment editor at the hunk. */
  async #openComment(args: HunkCommandArguments): Promise<void> {
    const { file, hunk } = this.#getTarget(args);
    const { path } = file.current;
    const active = vscode.window.activeTextEditor;
    const editor =
      active && toReviewPath(active.document.uri) === path
        ? active
        : await vscode.window.showTextDocument(toReviewUri(path));
    const { start } = hunk[getReviewSide(editor.document.uri) ?? 'current'];
    const position = new vscode.Position(Math.min(start, editor.document.lineCount - 1), 0);
    editor.selection = new vscode.Selection(position, position);
    await vscode.commands.executeCommand('workbench.action.addComment');
  }

  async #rejectWithReason(args: HunkCommandArguments): Promise<void> {
    const { file, hunk } = this.#getTarget(args);
    const text = await showInputBox({
      title: vscode.l10n.t('Reject Hunk with Reason'),
      prompt: vscode.l10n.t('The agent gets this when you send your comments.'),
      placeHolder: vscode.l10n.t('What should the agent do differently?'),
    });
    if (text?.trim()) {
      await this.#sender.rejectWithComment(file, hunk, text);
    }
  }

  #add(reply: unknown): void {
    const { thread, text, target } = this.#parseReply(reply);
    this.#sender.comments.add(target.file, target.hunk, text);
    thread.dispose(); // The comment gets a thread of its own, which moves with the hunk.
  }

  async #rejectWithComment(reply: unknown): Promise<void> {
    const { thread, text, target } = this.#parseReply(reply);
    thread.dispose();
    await this.#sender.rejectWithComment(target.file, target.hunk, text);
  }

  /** The text of VS Code's comment editor, and the hunk it is at. */
  #parseReply(reply: unknown) {
    const fields = asRecord(reply);
    const text = asString(fields?.['text'])?.trim() ?? '';
    const thread = fields?.['thread'];
    const target = isThread(thread) ? this.#findHunk(thread) : undefined;
    if (!isThread(thread) || !target) {
      throw new UserError(vscode.l10n.t('This change no longer exists. Check the file again.'));
    }
    if (text === '') {
      throw new UserError(vscode.l10n.t('Enter what the agent should do differently.'));
    }
    return { thread, text, target };
  }

  #findHunk({ uri, range }: vscode.CommentThread): HunkInFile | undefined {
    const side = getReviewSide(uri) ?? 'current';
    const file = this.#model.getFile(toReviewPath(uri));
    const lines = range && lineRange(range.start.line, range.end.line + 1);
    const hunk =
      lines &&
      (file?.hunks.find(one => overlaps(one[side], lines)) ??
        file?.hunks.find(one => overlapsOrTouches(one[side], lines)));
    return file && hunk && { file, hunk };
  }

  #getTarget(args: HunkCommandArguments): HunkInFile {
    const path = getTargetPath(args);
    const file = path === undefined ? undefined : this.#model.getFile(path);
    const scope = file && getTargetScope(file, args);
    const hunk = file?.hunks.find(one =>
      scope?.kind === 'lines'
        ? overlaps(one[scope.selection.side], scope.selection.range)
        : scope?.kind === 'hunks' && scope.hunks.some(({ id }) => id === one.id),
    );
    if (!file || !hunk) {
      throw new UserError(vscode.l10n.t('Place the cursor in an agent change first.'));
    }
    return { file, hunk };
  }
}

function isThread(thread: unknown): thread is vscode.CommentThread {
  const fields = asRecord(thread);
  return fields?.['uri'] instanceof vscode.Uri && typeof fields['dispose'] === 'function';
}
