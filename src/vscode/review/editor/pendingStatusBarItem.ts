import * as vscode from 'vscode';
import { isPending } from '../../../core/review/file/reviewedFile.ts';
import { ReviewProgress } from '../../../core/review/model/reviewProgress.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import { COMMANDS } from '../../commands.ts';
import { accumulateEvent } from '../../accumulateEvent.ts';
import { findHunkAtCursor, getActivePath } from './activeEditor.ts';
import { getHunkCountLabel } from './pendingLabels.ts';

/** Shows in the status bar how many changes are pending, or which one the cursor is in. A click goes to the next hunk. */
export class PendingStatusBarItem implements vscode.Disposable {
  readonly #model: ReviewModel;
  readonly #item = vscode.window.createStatusBarItem(
    'accord.review',
    vscode.StatusBarAlignment.Left,
    50,
  );
  readonly #progress = new ReviewProgress();
  readonly #disposable: vscode.Disposable;
  #total = '';

  constructor(model: ReviewModel) {
    this.#model = model;
    this.#item.name = vscode.l10n.t('Agent Changes');
    this.#item.command = COMMANDS.nextHunk;
    this.#item.tooltip = vscode.l10n.t('Agent changes to review. Click for the next one.');
    this.#disposable = vscode.Disposable.from(
      this.#item,
      accumulateEvent(model.onDidChange, () => this.#update()),
      vscode.window.onDidChangeActiveTextEditor(() => this.#update()),
      vscode.window.tabGroups.onDidChangeTabs(() => this.#updateText()),
      vscode.window.onDidChangeTextEditorSelection(() => this.#updateText()),
    );
    this.#update();
  }

  dispose(): void {
    this.#disposable.dispose();
  }

  #update(): void {
    const { pending } = this.#model;
    this.#progress.update(pending.map(file => file.current.path));
    const files =
      pending.length === 1 ? vscode.l10n.t('1 file') : vscode.l10n.t('{0} files', pending.length);
    this.#total = vscode.l10n.t('{0}, {1}', files, getHunkCountLabel(pending));
    this.#updateText();
    if (pending.length > 0) {
      this.#item.show();
    } else {
      this.#item.hide();
    }
  }

  /** Shows the position of the cursor in the review, or the totals if it is elsewhere. */
  #updateText(): void {
    const position = this.#getPosition();
    const label = position === undefined ? this.#total : `${this.#total}. ${position}`;
    if (this.#item.accessibilityInformation?.label !== label) {
      this.#item.text = `$(diff) ${position ?? this.#total}`;
      this.#item.accessibilityInformation = { label, role: 'button' };
    }
  }

  #getPosition(): string | undefined {
    const editor = vscode.window.activeTextEditor;
    const path = getActivePath();
    const file = path === undefined ? undefined : this.#model.getFile(path);
    const position = path === undefined ? undefined : this.#progress.positionOf(path);
    if (!file || !position || !isPending(file)) {
      return undefined;
    }
    const { hunks } = file;
    const hunk = editor && findHunkAtCursor(file, editor);
    if (hunk) {
      const [number, count] = [hunks.indexOf(hunk) + 1, hunks.length];
      return vscode.l10n.t(
        'File {0} of {1}, hunk {2} of {3}',
        position.file,
        position.files,
        number,
        count,
      );
    }
    return hunks.length === 0
      ? vscode.l10n.t('File {0} of {1}', position.file, position.files)
      : undefined;
  }
}
