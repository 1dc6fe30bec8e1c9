import * as vscode from 'vscode';
import { asNumber, asRecord, asString } from '../../../core/json.ts';
import type { ReviewedFile } from '../../../core/review/file/reviewedFile.ts';
import type { DecisionScope } from '../../../core/review/model/decisionScope.ts';
import { lineRange, type LineRange } from '../../../core/text/lineRange.ts';
import { toReviewPath } from '../documents/reviewUri.ts';
import {
  findHunkAtCursor,
  getActivePath,
  getSelectedLines,
  getSide,
  isWholeFileAtCursor,
} from './activeEditor.ts';

/** The arguments of a command about hunks: from a code lens, from the quick diff, or none. */
export type HunkCommandArguments = readonly unknown[];

/** The path of the file or proposal that a command is about. */
export function getTargetPath([uri]: HunkCommandArguments): string | undefined {
  return uri instanceof vscode.Uri ? toReviewPath(uri) : getActivePath();
}

/** What a command is about: the hunk of the code lens, the lines of the quick diff, the selection, or the hunk at the cursor. */
export function getTargetScope(
  file: ReviewedFile,
  args: HunkCommandArguments,
): DecisionScope | undefined {
  const [, second, third] = args;
  if (Array.isArray(second)) {
    return getQuickDiffScope(file, second, asNumber(third) ?? 0);
  }
  if (typeof second === 'number') {
    return toHunkScope(file, file.hunks[Math.max(1, second) - 1]);
  }
  const ref = asRecord(second);
  const id = asString(ref?.['id']);
  if (id !== undefined) {
    const revision = asNumber(ref?.['revision']) ?? -1;
    return { kind: 'hunks', hunks: [{ path: file.current.path, id, revision }] };
  }
  return getCursorScope(file);
}

function toHunkScope(file: ReviewedFile, hunk: ReviewedFile['hunks'][number] | undefined) {
  const { path } = file.current;
  return (
    hunk && ({ kind: 'hunks', hunks: [{ path, id: hunk.id, revision: hunk.revision }] } as const)
  );
}

/** A file that has changed as a whole is decided as a whole. */
function getCursorScope(file: ReviewedFile): DecisionScope | undefined {
  const { path } = file.current;
  if (isWholeFileAtCursor(file)) {
    return { kind: 'file', path };
  }
  const editor = vscode.window.activeTextEditor;
  if (!editor || file.hunks.length === 0 || toReviewPath(editor.document.uri) !== path) {
    return undefined;
  }
  const selected = getSelectedLines(editor);
  return selected
    ? toLinesScope(file, getSide(editor.document), selected)
    : toHunkScope(file, findHunkAtCursor(file, editor));
}

/** VS Code may split the changes differently than we do, so the lines count and not the index. */
function getQuickDiffScope(
  file: ReviewedFile,
  changes: readonly unknown[],
  index: number,
): DecisionScope | undefined {
  const change = asRecord(changes[index]);
  const line = (name: string): number => asNumber(change?.[name]) ?? 0;
  const start = line('modifiedStartLineNumber');
  const end = line('modifiedEndLineNumber');
  return end >= start && end > 0
    ? toLinesScope(file, 'current', lineRange(start - 1, end))
    : toLinesScope(
        file,
        'base',
        lineRange(
          Math.max(0, line('originalStartLineNumber') - 1),
          Math.max(1, line('originalEndLineNumber')),
        ),
      );
}

const toLinesScope = (
  file: ReviewedFile,
  side: 'base' | 'current',
  range: LineRange,
): DecisionScope => ({
  kind: 'lines',
  path: file.current.path,
  revision: file.revision,
  selection: { side, range },
});
