import * as vscode from 'vscode';
import { getFileStatus } from '../../../core/review/file/reviewedFile.ts';
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
    ...createBorder('0 1px'),
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.addedForeground'),
    overviewRulerLane: vscode.OverviewRulerLane.Full,
    rangeBehavior: vscode.DecorationRangeBehavior.OpenOpen,
  });
  readonly #firstAdded = vscode.window.createTextEditorDecorationType(createEdge('1px 0 0'));
  readonly #lastAdded = vscode.window.createTextEditorDecorationType(createEdge('0 0 1px'));
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
  readonly #deleted = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('diffEditor.removedLineBackground'),
    borderStyle: 'dashed',
    borderWidth: '0 1px',
    borderColor: new vscode.ThemeColor('diffEditor.removedTextBorder'),
  });
  readonly #disposable: vscode.Disposable;

  constructor(model: ReviewModel) {
    this.#model = model;
    this.#disposable = vscode.Disposable.from(
      this.#added,
      this.#firstAdded,
      this.#lastAdded,
      this.#removed,
      this.#deleted,
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
    const file = isTextEditor(editor) ? this.#model.getFile(document.uri.fsPath) : undefined;
    const hunks = file?.hunks ?? [];
    const isDeleted = file !== undefined && getFileStatus(file) === 'deleted';
    const added = hunks.filter(hunk => !isEmpty(hunk.current));
    const removed = hunks.filter(hunk => isEmpty(hunk.current));
    const ranges = added.map(hunk => getHunkRange(hunk, document));
    // The editor of a deleted file still has its text.
    editor.setDecorations(
      this.#deleted,
      isDeleted ? [new vscode.Range(0, 0, document.lineCount, 0)] : [],
    );
    editor.setDecorations(this.#added, ranges);
    editor.setDecorations(
      this.#firstAdded,
      ranges.map(({ start }) => new vscode.Range(start, start)),
    );
    editor.setDecorations(
      this.#lastAdded,
      ranges.map(({ end }) => new vscode.Range(end, end)),
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

/** Themes with high contrast have this color instead of a background; it is transparent in others. */
const createBorder = (borderWidth: string): vscode.DecorationRenderOptions => ({
  borderStyle: 'solid',
  borderWidth,
  borderColor: new vscode.ThemeColor('diffEditor.insertedTextBorder'),
});

/** The border of the first or the last line of a hunk. */
const createEdge = (borderWidth: string): vscode.DecorationRenderOptions => ({
  ...createBorder(borderWidth),
  isWholeLine: true,
});

const getRemovedLabel = (count: number): string =>
  count === 1 ? vscode.l10n.t('1 line removed') : vscode.l10n.t('{0} lines removed', count);

const getChangedPaths = (outcomes: readonly ReviewOutcome[]): ReadonlySet<string> =>
  new Set(outcomes.flatMap(({ changed }) => changed));

function isTextEditor({ viewColumn }: vscode.TextEditor): boolean {
  const group = vscode.window.tabGroups.all.find(one => one.viewColumn === viewColumn);
  return group?.activeTab?.input instanceof vscode.TabInputText;
}
