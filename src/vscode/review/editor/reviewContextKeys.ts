import * as vscode from 'vscode';
import type { ReviewComments } from '../../../core/review/comments/reviewComments.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import { overlapsOrTouches } from '../../../core/text/lineRange.ts';
import { accumulateEvent } from '../../accumulateEvent.ts';
import { toReviewPath } from '../documents/reviewUri.ts';
import {
  findHunkAtCursor,
  getActivePath,
  getSelectedLines,
  getSide,
  isWholeFileAtCursor,
} from './activeEditor.ts';
import { isReviewDiff } from './openDiff.ts';
import { isOverview } from './overview.ts';

/** Sets the context keys that the key bindings and menus of the review depend on. */
export class ReviewContextKeys implements vscode.Disposable {
  readonly #model: ReviewModel;
  readonly #comments: ReviewComments;
  readonly #disposable: vscode.Disposable;
  readonly #values = new Map<string, boolean>();
  /** The document in which the user has just decided something. */
  #decidedIn: string | undefined;

  constructor(model: ReviewModel, comments: ReviewComments) {
    this.#model = model;
    this.#comments = comments;
    this.#disposable = vscode.Disposable.from(
      accumulateEvent(model.onDidChange, () => this.#update()),
      comments.onDidChange(() => this.#update()),
      vscode.window.tabGroups.onDidChangeTabs(() => this.#update()),
      vscode.window.tabGroups.onDidChangeTabGroups(() => this.#update()),
      vscode.window.onDidChangeActiveTextEditor(() => this.#update()),
      vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
        const { Keyboard, Mouse } = vscode.TextEditorSelectionChangeKind;
        if (kind === Keyboard || kind === Mouse) {
          this.#decidedIn = undefined;
        }
        this.#update();
      }),
    );
    this.#update();
  }

  /**
   * Keeps the keys of the review active in the active editor until the user moves or types there. After the last hunk of a file is
   * decided, another press of the same key must not run the command that VS Code has on it.
   */
  holdReview(): void {
    this.#decidedIn = getActivePath();
    this.#update();
  }

  dispose(): void {
    this.#disposable.dispose();
  }

  #update(): void {
    const path = getActivePath();
    const file = path === undefined ? undefined : this.#model.getFile(path);
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    const isWholeFile = file !== undefined && isWholeFileAtCursor(file);
    if (path !== this.#decidedIn) {
      this.#decidedIn = undefined;
    }
    this.#set('accord.hasPending', this.#model.pending.length > 0);
    this.#set('accord.hasComments', this.#comments.all.length > 0);
    this.#set('accord.hasReviewed', this.#model.state.done.length > 0);
    this.#set('accord.fileIsPending', this.#isPending(path));
    this.#set('accord.overviewActive', isOverview(tab));
    this.#set('accord.cursorInHunk', this.#isCursorInHunk());
    this.#set(
      'accord.reviewActive',
      isReviewDiff(tab) || isOverview(tab) || isWholeFile || this.#decidedIn !== undefined,
    );
  }

  #isPending(path: string | undefined): boolean {
    return this.#model.pending.some(file => file.current.path === path);
  }

  #isCursorInHunk(): boolean {
    const editor = vscode.window.activeTextEditor;
    const file = editor && this.#model.getFile(toReviewPath(editor.document.uri));
    if (!file) {
      return false;
    }
    const selected = getSelectedLines(editor);
    const side = getSide(editor.document);
    return selected
      ? file.hunks.some(hunk => overlapsOrTouches(hunk[side], selected))
      : findHunkAtCursor(file, editor) !== undefined;
  }

  #set(key: string, value: boolean): void {
    if (this.#values.get(key) !== value) {
      this.#values.set(key, value);
      void vscode.commands.executeCommand('setContext', key, value);
    }
  }
}
