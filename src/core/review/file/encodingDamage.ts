import { lineCount, sliceRange } from '../../text/lineRange.ts';
import type { Lines } from '../../text/lines.ts';
import type { ReviewedFile } from './reviewedFile.ts';

/** Unintended changes by tools that ignore encodings: replaced characters, a removed BOM, converted line endings. */
export type EncodingDamage = 'encoding' | 'mark' | 'endings';

/** Detects damage in a pending file. Rejecting the file restores every byte. */
export function detectEncodingDamage(file: ReviewedFile): readonly EncodingDamage[] {
  const { base, current } = file;
  if (base.form.kind !== 'text' || current.form.kind !== 'text') {
    return [];
  }
  const damage: EncodingDamage[] = [];
  if (
    file.hunks.some(hunk =>
      hasNewReplacements(
        sliceRange(base.lines, hunk.base),
        sliceRange(current.lines, hunk.current),
      ),
    )
  ) {
    damage.push('encoding');
  }
  if (hasBom(base.lines) && current.lines.length > 0 && !hasBom(current.lines)) {
    damage.push('mark');
  }
  if (hasConvertedEol(file)) {
    damage.push('endings');
  }
  return damage;
}

/** The replacement character, and its UTF-8 bytes decoded as Windows-1252. */
const REPLACEMENT = /\uFFFD|\u00EF\u00BF\u00BD/g;

function hasNewReplacements(before: Lines, after: Lines): boolean {
  return countReplacements(after) > countReplacements(before);
}

const countReplacements = (lines: Lines): number =>
  lines.reduce((sum, line) => sum + (line.match(REPLACEMENT)?.length ?? 0), 0);

const hasBom = ([first]: Lines): boolean => first?.startsWith('\uFEFF') ?? false;

/** Converted line endings change every line, so a single hunk covers the whole file. */
function hasConvertedEol({ base, current, hunks }: ReviewedFile): boolean {
  const [hunk, another] = hunks;
  const isWhole = hunk && !another && lineCount(hunk.base) >= base.lines.length - 1;
  if (!isWhole || current.lines.length === 0) {
    return false;
  }
  const before = commonEol(base.lines);
  const after = commonEol(current.lines);
  return before !== undefined && after !== undefined && before !== after;
}

/** The line ending that all lines have in common. The last line may have none. */
function commonEol(lines: Lines): '\n' | '\r\n' | undefined {
  const closed = lines.filter(line => line.endsWith('\n'));
  const ending = closed[0]?.endsWith('\r\n') ? '\r\n' : '\n';
  const isSame = closed.every(line => line.endsWith('\r\n') === (ending === '\r\n'));
  return closed.length > 0 && isSame ? ending : undefined;
}
