import * as vscode from 'vscode';
import { shownText } from '../../agent/review/exactText.ts';
import type { ReviewLog } from '../../core/review/reviewLog.ts';
import { joinLines, type Lines } from '../../core/text/lines.ts';
import { BASE_SCHEME, baseUri, ledgerPath } from './ledgerPath.ts';

/** Shows the agreed texts as documents, so that VS Code can compare with them. */
export class BaseTexts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #log: ReviewLog;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #owned: vscode.Disposable;
  /** The lines that the document of each file was last given. */
  readonly #given = new Map<string, Lines>();
  readonly onDidChange = this.#changed.event;

  constructor(log: ReviewLog) {
    this.#log = log;
    this.#owned = vscode.Disposable.from(
      this.#changed,
      log.onDidChange(({ changed }) =>
        changed
          .filter(path => this.#isOutdated(path))
          .forEach(path => this.#changed.fire(baseUri(path))),
      ),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === BASE_SCHEME) {
          this.#given.delete(ledgerPath(uri));
        }
      }),
      vscode.workspace.registerTextDocumentContentProvider(BASE_SCHEME, this),
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const path = ledgerPath(uri);
    const lines = this.#agreed(path);
    this.#given.set(path, lines);
    return shownText(joinLines(lines));
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #agreed(path: string): Lines {
    return this.#log.file(path)?.base.lines ?? NOTHING;
  }

  /** A rejection leaves the agreed text as it is, and to read it again would take VS Code a while if it is long. */
  #isOutdated(path: string): boolean {
    const given = this.#given.get(path);
    return given !== undefined && given !== this.#agreed(path);
  }
}

const NOTHING: Lines = [];
