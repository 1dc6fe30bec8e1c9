import * as vscode from 'vscode';
import { asNumber, asRecord, asString } from '../../../core/json.ts';
import type { ReviewedFile } from '../../../core/review/file/reviewedFile.ts';
import type { DecisionScope } from '../../../core/review/model/decisionScope.ts';
import { lineRange, overlapsOrTouches, type LineRange } from '../../../core/text/lineRange.ts';
import { toReviewPath } from '../documents/reviewUri.ts';

/** The arguments of a command about hunks: from a code lens, from the quick diff, or none. */
export type HunkCommandArguments = readonly unknown[];

/** The path of the file or proposal that a command is about. */
export function getTargetPath([uri]: HunkCommandArguments): string | undefined {
  const target = uri instanceof vscode.Uri ? uri : vscode.window.activeTextEditor?.document.uri;
  return target && toReviewPath(target);
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

function getCursorScope(file: ReviewedFile): DecisionScope | undefined {
  const editor = vscode.window.activeTextEditor;
  if (!editor) {
    return undefined;
  }
  const { start, end, isEmpty, active } = editor.selection;
  if (!isEmpty) {
    // A selection that ends at the start of a line does not include that line.
    const last = end.character === 0 ? end.line : end.line + 1;
    return toLinesScope(file, 'current', lineRange(start.line, Math.max(start.line + 1, last)));
  }
  const here = lineRange(active.line, active.line + 1);
  const hunk =
    file.hunks.find(({ current }) => current.start <= active.line && active.line < current.end) ??
    file.hunks.find(({ current }) => overlapsOrTouches(current, here));
  return toHunkScope(file, hunk);
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
