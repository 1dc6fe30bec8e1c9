import * as vscode from 'vscode';
import type { ReviewLog } from '../../core/review/reviewLog.ts';
import type { ReviewOutcome } from '../../core/review/reviewOutcome.ts';
import { isEmpty } from '../../core/text/lineRange.ts';
import { gathered } from './gathered.ts';
import { rangeOf } from './hunkPlace.ts';

/** Marks the lines an agent has added, in the text and in the overview ruler. */
export class HunkMarks implements vscode.Disposable {
  readonly #log: ReviewLog;
  readonly #added = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('diffEditor.insertedLineBackground'),
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.addedForeground'),
    overviewRulerLane: vscode.OverviewRulerLane.Full,
    rangeBehavior: vscode.DecorationRangeBehavior.OpenOpen,
  });
  readonly #removed = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    borderStyle: 'solid',
    borderWidth: '1px 0 0 0',
    borderColor: new vscode.ThemeColor('editorGutter.deletedBackground'),
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.deletedForeground'),
    overviewRulerLane: vscode.OverviewRulerLane.Full,
  });
  readonly #owned: vscode.Disposable;

  constructor(log: ReviewLog) {
    this.#log = log;
    this.#owned = vscode.Disposable.from(
      this.#added,
      this.#removed,
      gathered(log.onDidChange, all => this.#draw(pathsIn(all))),
      vscode.window.onDidChangeVisibleTextEditors(() => this.#draw()),
    );
    this.#draw();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #draw(changed?: ReadonlySet<string>): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const { uri } = editor.document;
      if (uri.scheme === 'file' && (changed?.has(uri.fsPath) ?? true)) {
        this.#mark(editor);
      }
    }
  }

  /** A diff editor has marks of its own. */
  #mark(editor: vscode.TextEditor): void {
    const { document } = editor;
    const hunks = isPlain(editor) ? (this.#log.file(document.uri.fsPath)?.hunks ?? []) : [];
    const added = hunks.filter(hunk => !isEmpty(hunk.current));
    const removed = hunks.filter(hunk => isEmpty(hunk.current));
    editor.setDecorations(
      this.#added,
      added.map(hunk => rangeOf(hunk, document)),
    );
    editor.setDecorations(
      this.#removed,
      removed.map(hunk => rangeOf(hunk, document)),
    );
  }
}

const pathsIn = (outcomes: readonly ReviewOutcome[]): ReadonlySet<string> =>
  new Set(outcomes.flatMap(({ changed }) => changed));

function isPlain({ viewColumn }: vscode.TextEditor): boolean {
  const group = vscode.window.tabGroups.all.find(one => one.viewColumn === viewColumn);
  return group?.activeTab?.input instanceof vscode.TabInputText;
}
