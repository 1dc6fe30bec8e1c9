import * as vscode from 'vscode';
import { shownText } from '../../agent/review/exactText.ts';
import type { ReviewLog } from '../../core/review/reviewLog.ts';
import { joinLines } from '../../core/text/lines.ts';
import { BASE_SCHEME, baseUri, ledgerPath } from './ledgerPath.ts';

/** Shows the agreed texts as documents, so that VS Code can compare with them. */
export class BaseTexts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #log: ReviewLog;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #owned: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(log: ReviewLog) {
    this.#log = log;
    this.#owned = vscode.Disposable.from(
      this.#changed,
      log.onDidChange(({ changed }) => changed.forEach(path => this.#changed.fire(baseUri(path)))),
      vscode.workspace.registerTextDocumentContentProvider(BASE_SCHEME, this),
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const file = this.#log.file(ledgerPath(uri));
    return file ? shownText(joinLines(file.base.lines)) : '';
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
