import * as vscode from 'vscode';
import type { ReviewLog } from '../../core/review/reviewLog.ts';
import { isPending } from '../../core/review/reviewedFile.ts';
import { gathered } from './gathered.ts';
import { uriOf } from './ledgerPath.ts';
import { countsIn } from './pendingWords.ts';

/** A badge in the explorer on files that wait for a decision. */
export class PendingBadges implements vscode.FileDecorationProvider, vscode.Disposable {
  readonly #log: ReviewLog;
  readonly #changed = new vscode.EventEmitter<vscode.Uri[]>();
  readonly #owned: vscode.Disposable;
  readonly onDidChangeFileDecorations = this.#changed.event;

  constructor(log: ReviewLog) {
    this.#log = log;
    this.#owned = vscode.Disposable.from(
      this.#changed,
      gathered(log.onDidChange, all =>
        this.#changed.fire(all.flatMap(({ changed }) => changed.map(uriOf))),
      ),
      vscode.window.registerFileDecorationProvider(this),
    );
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const file = uri.scheme === 'file' ? this.#log.file(uri.fsPath) : undefined;
    return file && isPending(file)
      ? {
          badge: '◆',
          tooltip: vscode.l10n.t('{0} of an agent to review', countsIn([file])),
          color: new vscode.ThemeColor('charts.purple'),
          propagate: true,
        }
      : undefined;
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
