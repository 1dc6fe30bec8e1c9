import * as vscode from 'vscode';
import { Lifetime } from '../../core/lifetime.ts';
import type { Remark } from '../../core/review/remark.ts';
import type { Remarks } from '../../core/review/remarks.ts';
import type { ReviewLog } from '../../core/review/reviewLog.ts';
import { isPending, type ReviewedFile } from '../../core/review/reviewedFile.ts';
import { lineRange, type LineRange } from '../../core/text/lineRange.ts';
import { gathered } from './gathered.ts';
import { BASE_SCHEME, baseUri, ledgerPath, PROPOSED_SCHEME, uriOf } from './ledgerPath.ts';

/** A comment in the editor; it stands for a remark. */
export class RemarkComment implements vscode.Comment {
  readonly remarkId: string;
  readonly author = { name: vscode.l10n.t('You') };
  readonly contextValue = 'accord';
  body: string;
  label: string;
  mode = vscode.CommentMode.Preview;

  constructor(remark: Remark) {
    this.remarkId = remark.id;
    this.body = remark.words;
    this.label = LABELS[remark.verdict]();
  }
}

const LABELS: Readonly<Record<Remark['verdict'], () => string>> = {
  open: () => vscode.l10n.t('Not sent yet'),
  accepted: () => vscode.l10n.t('Accepted, not sent yet'),
  rejected: () => vscode.l10n.t('Rejected, not sent yet'),
};

/** VS Code's own comment threads on hunks: each hunk can be commented on, and what was said stands beside it until it is sent. */
export class HunkComments implements vscode.Disposable {
  readonly #log: ReviewLog;
  readonly #remarks: Remarks;
  readonly #lifetime = new Lifetime();
  readonly #threads = new Map<string, { thread: vscode.CommentThread; remark: Remark }>();
  #controller: vscode.CommentController | undefined;

  constructor(log: ReviewLog, remarks: Remarks) {
    this.#log = log;
    this.#remarks = remarks;
    this.#lifetime.own(gathered(log.onDidChange, () => this.#renewRanges()));
    this.#lifetime.own(remarks.onDidChange(() => this.#show()));
  }

  /** Lets the user say it in other words, there where it stands. */
  edit({ remarkId }: RemarkComment): void {
    this.#replace(remarkId, vscode.CommentMode.Editing);
  }

  /** Shows it again as it was. */
  cancelEdit({ remarkId }: RemarkComment): void {
    this.#replace(remarkId, vscode.CommentMode.Preview);
  }

  dispose(): void {
    this.#lifetime.dispose();
    this.#controller?.dispose();
  }

  /** VS Code asks again where comments may stand when it gets a new provider. Before the first hunk it need not ask. */
  #renewRanges(): void {
    if (this.#controller || this.#log.pending.length > 0) {
      this.#owner().commentingRangeProvider = {
        provideCommentingRanges: document => this.#rangesIn(document),
      };
    }
  }

  #owner(): vscode.CommentController {
    if (!this.#controller) {
      this.#controller = vscode.comments.createCommentController(
        'accord',
        vscode.l10n.t('Agent Changes'),
      );
      this.#controller.options = {
        prompt: vscode.l10n.t('Comment for the agent'),
        placeHolder: vscode.l10n.t('What should the agent do differently?'),
      };
    }
    return this.#controller;
  }

  #rangesIn({ uri, lineCount }: vscode.TextDocument): vscode.Range[] {
    const side = sideOfUri(uri);
    const file = side && this.#log.file(ledgerPath(uri));
    return file && isPending(file) ? file.hunks.map(hunk => rangeFor(hunk[side], lineCount)) : [];
  }

  #show(): void {
    const known = new Set(this.#remarks.all.map(({ id }) => id));
    for (const [id, { thread }] of this.#threads) {
      if (!known.has(id)) {
        thread.dispose();
        this.#threads.delete(id);
      }
    }
    for (const remark of this.#remarks.all) {
      const shown = this.#threads.get(remark.id);
      if (shown?.remark !== remark) {
        this.#threads.set(remark.id, { thread: this.#threadFor(remark, shown?.thread), remark });
      }
    }
  }

  #threadFor(remark: Remark, before: vscode.CommentThread | undefined): vscode.CommentThread {
    const [uri, range] = this.#placeOf(remark);
    const comments = [new RemarkComment(remark)];
    if (before?.uri.toString() === uri.toString()) {
      before.range = range;
      before.comments = comments;
      return before;
    }
    before?.dispose();
    const thread = this.#owner().createCommentThread(uri, range, comments);
    thread.canReply = false;
    thread.label = vscode.l10n.t('Comment for the agent');
    const isSeen = vscode.window.visibleTextEditors.some(
      ({ document }) => document.uri.toString() === uri.toString(),
    );
    if (isSeen && remark.verdict === 'open') {
      thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    }
    return thread;
  }

  /** A deleted file can be seen only as it was before. */
  #placeOf({ path, range, hunkId }: Remark): readonly [vscode.Uri, vscode.Range] {
    const file: ReviewedFile | undefined = this.#log.file(path);
    const hunk = file?.hunks.find(({ id }) => id === hunkId);
    return file?.current.form.kind === 'absent'
      ? [baseUri(path), rangeFor(hunk?.base ?? lineRange(0, 1))]
      : [uriOf(path), rangeFor(range)];
  }

  #replace(remarkId: string, mode: vscode.CommentMode): void {
    const shown = this.#threads.get(remarkId);
    if (shown) {
      const comment = new RemarkComment(shown.remark);
      comment.mode = mode;
      shown.thread.comments = [comment];
    }
  }
}

/** Which text of a file a document shows, if any. */
export function sideOfUri({ scheme }: vscode.Uri): 'base' | 'current' | undefined {
  return scheme === 'file' || scheme === PROPOSED_SCHEME
    ? 'current'
    : scheme === BASE_SCHEME
      ? 'base'
      : undefined;
}

/** A place without lines is shown at the line that stands there now. */
function rangeFor({ start, end }: LineRange, lineCount = Infinity): vscode.Range {
  const first = Math.max(0, Math.min(start, lineCount - 1));
  return new vscode.Range(first, 0, Math.max(first, Math.min(end, lineCount) - 1), 0);
}
