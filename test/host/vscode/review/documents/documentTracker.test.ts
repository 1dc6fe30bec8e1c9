import { rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { editsBetween } from '../../../../../src/core/diff/lineDiff.ts';
import type { LineEdit } from '../../../../../src/core/diff/lineEdit.ts';
import { ReviewModel } from '../../../../../src/core/review/model/reviewModel.ts';
import { joinLines, type Lines } from '../../../../../src/core/text/lines.ts';
import { SavedTexts } from '../../../../../src/vscode/files/savedTexts.ts';
import { DocumentTracker } from '../../../../../src/vscode/review/documents/documentTracker.ts';
import { at, clear, eventually, ten, uri } from '../reviewDriver.ts';

/** A text with lines of the agent. */
const changed = ten.replace('line 5\n', 'line 5\nagent 1\nagent 2\nagent 3\n');
const origin = { sessionId: 's', turnId: '1' };
const asText = (text: string) => ({ kind: 'text', text }) as const;

/** Compares like the worker thread does for long files, but only ends when it is told to. */
class SlowComparer {
  readonly #waiting: (() => void)[] = [];
  isSlow = false;

  get waiting(): number {
    return this.#waiting.length;
  }

  edits(before: Lines, after: Lines): readonly LineEdit[] | Promise<readonly LineEdit[]> {
    const edits = editsBetween(before, after);
    return this.isSlow ? new Promise(resolve => this.#waiting.push(() => resolve(edits))) : edits;
  }

  finish(): void {
    this.isSlow = false;
    this.#waiting.splice(0).forEach(resolve => resolve());
  }
}

describe('DocumentTracker', () => {
  it('keeps the author of lines that undo brings back while the user goes on typing', async () => {
    await writeFile(at('ten.txt'), changed);
    const editor = await vscode.window.showTextDocument(uri('ten.txt'), { preview: false });
    // A document that an earlier test left open is loaded again only when VS Code notices the write.
    await eventually(() => editor.document.getText(), changed);
    const model = new ReviewModel();
    model.recordAgentWrite(at('ten.txt'), asText(changed), asText(ten), origin);
    const comparer = new SlowComparer();
    const savedTexts = new SavedTexts();
    const tracker = new DocumentTracker(model, comparer, savedTexts);
    const file = () => model.getFile(at('ten.txt'));
    const text = (): string => joinLines(file()?.current.lines ?? []);
    try {
      await editor.edit(edit => edit.insert(new vscode.Position(0, 0), 'unsaved\n'));
      await eventually(text, `unsaved\n${changed}`);
      const line = text().split('\n').indexOf('agent 3');
      await editor.edit(edit => edit.delete(new vscode.Range(line, 0, line + 2, 0)));
      await eventually(text, editor.document.getText());
      comparer.isSlow = true;
      await vscode.commands.executeCommand('undo');
      await eventually(() => comparer.waiting, 1);
      await editor.edit(edit => edit.insert(new vscode.Position(0, 0), 'mine\n'));
      comparer.finish();
      await eventually(text, `mine\nunsaved\n${changed}`);
      model.reject({ kind: 'all' });
      await eventually(text, `mine\nunsaved\n${ten}`);
    } finally {
      tracker.dispose();
      savedTexts.dispose();
      await clear();
      await rm(at('ten.txt'), { force: true });
    }
  });
});
