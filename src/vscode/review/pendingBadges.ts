import * as vscode from 'vscode';
import type { ReviewLog } from '../../core/review/reviewLog.ts';
import { isPending } from '../../core/review/reviewedFile.ts';
import { gathered } from './gathered.ts';
import { targetUri } from './ledgerPath.ts';
import { hunksIn } from './pendingWords.ts';

/** A badge in the explorer on files that wait for a decision, or for which something is proposed. */
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
        this.#changed.fire(all.flatMap(({ changed }) => changed.map(targetUri))),
      ),
      vscode.window.registerFileDecorationProvider(this),
    );
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    if (uri.scheme !== 'file') {
      return undefined;
    }
    const own = this.#log.file(uri.fsPath);
    const waiting = [
      ...(own && isPending(own) ? [own] : []),
      ...this.#log.proposalsFor(uri.fsPath),
    ];
    return waiting.length > 0
      ? {
          badge: '◆',
          tooltip: vscode.l10n.t('{0} of an agent to review', hunksIn(waiting)),
          color: new vscode.ThemeColor('charts.purple'),
          propagate: true,
        }
      : undefined;
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
