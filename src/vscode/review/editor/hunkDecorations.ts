import * as vscode from 'vscode';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import type { ReviewOutcome } from '../../../core/review/model/reviewOutcome.ts';
import { isEmpty } from '../../../core/text/lineRange.ts';
import { accumulateEvent } from '../../accumulateEvent.ts';
import { getHunkRange } from './hunkRange.ts';

/** Marks the lines an agent has added, in the text and in the overview ruler. */
export class HunkDecorations implements vscode.Disposable {
  readonly #log: ReviewModel;
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

  constructor(log: ReviewModel) {
    this.#log = log;
    this.#owned = vscode.Disposable.from(
      this.#added,
      this.#removed,
      accumulateEvent(log.onDidChange, all => this.#draw(pathsIn(all))),
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
    const hunks = isPlain(editor) ? (this.#log.getFile(document.uri.fsPath)?.hunks ?? []) : [];
    const added = hunks.filter(hunk => !isEmpty(hunk.current));
    const removed = hunks.filter(hunk => isEmpty(hunk.current));
    editor.setDecorations(
      this.#added,
      added.map(hunk => getHunkRange(hunk, document)),
    );
    editor.setDecorations(
      this.#removed,
      removed.map(hunk => getHunkRange(hunk, document)),
    );
  }
}

const pathsIn = (outcomes: readonly ReviewOutcome[]): ReadonlySet<string> =>
  new Set(outcomes.flatMap(({ changed }) => changed));

function isPlain({ viewColumn }: vscode.TextEditor): boolean {
  const group = vscode.window.tabGroups.all.find(one => one.viewColumn === viewColumn);
  return group?.activeTab?.input instanceof vscode.TabInputText;
}
