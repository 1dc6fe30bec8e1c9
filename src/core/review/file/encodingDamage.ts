import { lineCount, sliceRange } from '../../text/lineRange.ts';
import type { Lines } from '../../text/lines.ts';
import type { ReviewedFile } from './reviewedFile.ts';

/** What a tool that knows no encodings does to a file, beside the change that was wanted. */
export type EncodingDamage = 'encoding' | 'mark' | 'endings';

/** The damage in a file that waits for a decision. Rejecting the file gives every byte back. */
export function detectEncodingDamage(file: ReviewedFile): readonly EncodingDamage[] {
  const { base, current } = file;
  if (base.form.kind !== 'text' || current.form.kind !== 'text') {
    return [];
  }
  const damage: EncodingDamage[] = [];
  if (
    file.hunks.some(hunk =>
      isSpoilt(sliceRange(base.lines, hunk.base), sliceRange(current.lines, hunk.current)),
    )
  ) {
    damage.push('encoding');
  }
  if (hasMark(base.lines) && current.lines.length > 0 && !hasMark(current.lines)) {
    damage.push('mark');
  }
  if (haveTurned(file)) {
    damage.push('endings');
  }
  return damage;
}

/** The sign for bytes that mean nothing, and the same sign read as Windows-1252. */
const REPLACEMENT = /\uFFFD|\u00EF\u00BF\u00BD/g;

/** Whether there are more of these signs than before. */
function isSpoilt(before: Lines, after: Lines): boolean {
  return countIn(after) > countIn(before);
}

const countIn = (lines: Lines): number =>
  lines.reduce((sum, line) => sum + (line.match(REPLACEMENT)?.length ?? 0), 0);

const hasMark = ([first]: Lines): boolean => first?.startsWith('\uFEFF') ?? false;

/** Other line endings change every line: one hunk holds the whole file. */
function haveTurned({ base, current, hunks }: ReviewedFile): boolean {
  const [hunk, another] = hunks;
  const isWhole = hunk && !another && lineCount(hunk.base) >= base.lines.length - 1;
  if (!isWhole || current.lines.length === 0) {
    return false;
  }
  const before = endingOf(base.lines);
  const after = endingOf(current.lines);
  return before !== undefined && after !== undefined && before !== after;
}

/** The ending that all lines have; the last one may have none. */
function endingOf(lines: Lines): '\n' | '\r\n' | undefined {
  const closed = lines.filter(line => line.endsWith('\n'));
  const ending = closed[0]?.endsWith('\r\n') ? '\r\n' : '\n';
  const isSame = closed.every(line => line.endsWith('\r\n') === (ending === '\r\n'));
  return closed.length > 0 && isSame ? ending : undefined;
}
