import * as vscode from 'vscode';
import { asNumber, asRecord, asString } from '../../../core/json.ts';
import type { ReviewedFile } from '../../../core/review/file/reviewedFile.ts';
import type { DecisionScope } from '../../../core/review/model/decisionScope.ts';
import { lineRange, overlapsOrTouches, type LineRange } from '../../../core/text/lineRange.ts';
import { toReviewPath } from '../documents/reviewUri.ts';

/** What a command about hunks was called with: a lens, the peek, or nothing but the cursor. */
export type HunkCommandArguments = readonly unknown[];

/** The file that a command is about. */
export function getTargetPath([uri]: HunkCommandArguments): string | undefined {
  const named = uri instanceof vscode.Uri ? uri : vscode.window.activeTextEditor?.document.uri;
  return named && toReviewPath(named);
}

/** What of the file is meant: the hunk of the lens, the lines of the peek, the selection, or the hunk at the cursor. */
export function getTargetScope(
  file: ReviewedFile,
  args: HunkCommandArguments,
): DecisionScope | undefined {
  const [, second, third] = args;
  if (Array.isArray(second)) {
    return peeked(file, second, asNumber(third) ?? 0);
  }
  if (typeof second === 'number') {
    return hunkScope(file, file.hunks[Math.max(1, second) - 1]);
  }
  const ref = asRecord(second);
  const id = asString(ref?.['id']);
  if (id !== undefined) {
    const revision = asNumber(ref?.['revision']) ?? -1;
    return { kind: 'hunks', hunks: [{ path: file.current.path, id, revision }] };
  }
  return atCursor(file);
}

function hunkScope(file: ReviewedFile, hunk: ReviewedFile['hunks'][number] | undefined) {
  const { path } = file.current;
  return (
    hunk && ({ kind: 'hunks', hunks: [{ path, id: hunk.id, revision: hunk.revision }] } as const)
  );
}

function atCursor(file: ReviewedFile): DecisionScope | undefined {
  const editor = vscode.window.activeTextEditor;
  if (!editor) {
    return undefined;
  }
  const { start, end, isEmpty, active } = editor.selection;
  if (!isEmpty) {
    // A selection that ends before the first character of a line does not mean that line.
    const last = end.character === 0 ? end.line : end.line + 1;
    return linesScope(file, 'current', lineRange(start.line, Math.max(start.line + 1, last)));
  }
  const here = lineRange(active.line, active.line + 1);
  const hunk =
    file.hunks.find(({ current }) => current.start <= active.line && active.line < current.end) ??
    file.hunks.find(({ current }) => overlapsOrTouches(current, here));
  return hunkScope(file, hunk);
}

/** VS Code may cut the changes in another way than we do, so the lines count and not their number. */
function peeked(
  file: ReviewedFile,
  changes: readonly unknown[],
  index: number,
): DecisionScope | undefined {
  const change = asRecord(changes[index]);
  const line = (name: string): number => asNumber(change?.[name]) ?? 0;
  const start = line('modifiedStartLineNumber');
  const end = line('modifiedEndLineNumber');
  return end >= start && end > 0
    ? linesScope(file, 'current', lineRange(start - 1, end))
    : linesScope(
        file,
        'base',
        lineRange(
          Math.max(0, line('originalStartLineNumber') - 1),
          Math.max(1, line('originalEndLineNumber')),
        ),
      );
}

const linesScope = (
  file: ReviewedFile,
  side: 'base' | 'current',
  range: LineRange,
): DecisionScope => ({
  kind: 'lines',
  path: file.current.path,
  revision: file.revision,
  selection: { side, range },
});
