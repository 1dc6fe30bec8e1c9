import * as vscode from 'vscode';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import { isPending } from '../../../core/review/file/reviewedFile.ts';
import { accumulateEvent } from '../../accumulateEvent.ts';
import { toTargetUri } from '../documents/reviewUri.ts';
import { getHunkCountLabel } from './pendingLabels.ts';

/** A badge in the explorer on files that wait for a decision, or for which something is proposed. */
export class PendingFileDecorations implements vscode.FileDecorationProvider, vscode.Disposable {
  readonly #log: ReviewModel;
  readonly #changed = new vscode.EventEmitter<vscode.Uri[]>();
  readonly #owned: vscode.Disposable;
  readonly onDidChangeFileDecorations = this.#changed.event;

  constructor(log: ReviewModel) {
    this.#log = log;
    this.#owned = vscode.Disposable.from(
      this.#changed,
      accumulateEvent(log.onDidChange, all =>
        this.#changed.fire(all.flatMap(({ changed }) => changed.map(toTargetUri))),
      ),
      vscode.window.registerFileDecorationProvider(this),
    );
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    if (uri.scheme !== 'file') {
      return undefined;
    }
    const own = this.#log.getFile(uri.fsPath);
    const waiting = [
      ...(own && isPending(own) ? [own] : []),
      ...this.#log.proposalsFor(uri.fsPath),
    ];
    return waiting.length > 0
      ? {
          badge: '◆',
          tooltip: vscode.l10n.t('{0} of an agent to review', getHunkCountLabel(waiting)),
          color: new vscode.ThemeColor('charts.purple'),
          propagate: true,
        }
      : undefined;
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
