import * as vscode from 'vscode';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import { isEmpty } from '../../../core/text/lineRange.ts';
import { joinLines } from '../../../core/text/lines.ts';

/** How many lines of the previous text a hover shows. The diff editor has all of them. */
const HOVER_LIMIT_LINES = 30;

/** Shows the previous text of a hunk when the mouse is over it in a text editor. */
export class HunkHoverProvider implements vscode.HoverProvider, vscode.Disposable {
  readonly #model: ReviewModel;
  readonly #registration: vscode.Disposable;

  constructor(model: ReviewModel) {
    this.#model = model;
    this.#registration = vscode.languages.registerHoverProvider({ scheme: 'file' }, this);
  }

  provideHover(document: vscode.TextDocument, { line }: vscode.Position): vscode.Hover | undefined {
    const file = this.#model.getFile(document.uri.fsPath);
    const hunk = file?.hunks.find(
      ({ current }) =>
        (current.start <= line && line < current.end) ||
        (isEmpty(current) && current.start === line),
    );
    if (!file || !hunk || isEmpty(hunk.base)) {
      return undefined;
    }
    const end = Math.min(hunk.base.end, hunk.base.start + HOVER_LIMIT_LINES);
    const text = joinLines(file.base.lines.slice(hunk.base.start, end));
    const content = new vscode.MarkdownString(vscode.l10n.t('Original text:'));
    content.appendCodeblock(text, document.languageId);
    return new vscode.Hover(content);
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
