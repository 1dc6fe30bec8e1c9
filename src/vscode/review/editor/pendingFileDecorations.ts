import * as vscode from 'vscode';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import { isPending } from '../../../core/review/file/reviewedFile.ts';
import { accumulateEvent } from '../../accumulateEvent.ts';
import { getSetting, onDidChangeSettings } from '../../settings.ts';
import { toTargetUri } from '../documents/reviewUri.ts';
import { getHunkCountLabel } from './pendingLabels.ts';

/** Shows a badge in the explorer on files with pending changes or proposals. */
export class PendingFileDecorations implements vscode.FileDecorationProvider, vscode.Disposable {
  readonly #model: ReviewModel;
  readonly #didChange = new vscode.EventEmitter<vscode.Uri[]>();
  readonly #disposable: vscode.Disposable;
  readonly onDidChangeFileDecorations = this.#didChange.event;
  /** VS Code asks about each of a thousand files, and reading a setting takes longer than the rest of the answer. */
  #isEnabled = getSetting('review.explorerBadges');

  constructor(model: ReviewModel) {
    this.#model = model;
    this.#disposable = vscode.Disposable.from(
      this.#didChange,
      accumulateEvent(model.onDidChange, all =>
        this.#didChange.fire(all.flatMap(({ changed }) => changed.map(toTargetUri))),
      ),
      vscode.window.registerFileDecorationProvider(this),
      onDidChangeSettings(['review.explorerBadges'], () => {
        this.#isEnabled = getSetting('review.explorerBadges');
        this.#didChange.fire(model.pending.map(file => toTargetUri(file.current.path)));
      }),
    );
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    if (uri.scheme !== 'file' || !this.#isEnabled) {
      return undefined;
    }
    const file = this.#model.getFile(uri.fsPath);
    const pending = [
      ...(file && isPending(file) ? [file] : []),
      ...this.#model.proposalsFor(uri.fsPath),
    ];
    return pending.length > 0
      ? {
          badge: '◆',
          tooltip: vscode.l10n.t('{0} to review', getHunkCountLabel(pending)),
          propagate: false, // Colors and the badges of folders are left to git.
        }
      : undefined;
  }

  dispose(): void {
    this.#disposable.dispose();
  }
}
