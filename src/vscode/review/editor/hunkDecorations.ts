import * as vscode from 'vscode';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import type { ReviewOutcome } from '../../../core/review/model/reviewOutcome.ts';
import { isEmpty, lineCount } from '../../../core/text/lineRange.ts';
import { accumulateEvent } from '../../accumulateEvent.ts';
import { getHunkRange } from './hunkRange.ts';

/** Decorates the lines that agents have added or removed, in the text and in the overview ruler. */
export class HunkDecorations implements vscode.Disposable {
  readonly #model: ReviewModel;
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
    after: {
      color: new vscode.ThemeColor('editorCodeLens.foreground'),
      margin: '0 0 0 3em',
    },
  });
  readonly #disposable: vscode.Disposable;

  constructor(model: ReviewModel) {
    this.#model = model;
    this.#disposable = vscode.Disposable.from(
      this.#added,
      this.#removed,
      accumulateEvent(model.onDidChange, all => this.#update(getChangedPaths(all))),
      vscode.window.onDidChangeVisibleTextEditors(() => this.#update()),
    );
    this.#update();
  }

  dispose(): void {
    this.#disposable.dispose();
  }

  #update(changed?: ReadonlySet<string>): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const { uri } = editor.document;
      if (uri.scheme === 'file' && (changed?.has(uri.fsPath) ?? true)) {
        this.#decorate(editor);
      }
    }
  }

  /** A diff editor shows the changes itself. */
  #decorate(editor: vscode.TextEditor): void {
    const { document } = editor;
    const hunks = isTextEditor(editor)
      ? (this.#model.getFile(document.uri.fsPath)?.hunks ?? [])
      : [];
    const added = hunks.filter(hunk => !isEmpty(hunk.current));
    const removed = hunks.filter(hunk => isEmpty(hunk.current));
    editor.setDecorations(
      this.#added,
      added.map(hunk => getHunkRange(hunk, document)),
    );
    editor.setDecorations(
      this.#removed,
      removed.map(hunk => ({
        range: getHunkRange(hunk, document),
        renderOptions: { after: { contentText: getRemovedLabel(lineCount(hunk.base)) } },
      })),
    );
  }
}

const getRemovedLabel = (count: number): string =>
  count === 1 ? vscode.l10n.t('1 line removed') : vscode.l10n.t('{0} lines removed', count);

const getChangedPaths = (outcomes: readonly ReviewOutcome[]): ReadonlySet<string> =>
  new Set(outcomes.flatMap(({ changed }) => changed));

function isTextEditor({ viewColumn }: vscode.TextEditor): boolean {
  const group = vscode.window.tabGroups.all.find(one => one.viewColumn === viewColumn);
  return group?.activeTab?.input instanceof vscode.TabInputText;
}
