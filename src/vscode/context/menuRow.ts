import type { FoundMention } from '../../core/chat/messages.ts';
import { fuzzyScore, NO_MATCH, type FuzzyQuery } from '../../core/prompt/fuzzy.ts';
import { FuzzyTexts } from '../../core/prompt/fuzzyTexts.ts';
import type { Mention } from '../../core/prompt/mention.ts';
import { mentionLabel } from '../../core/prompt/mentionLabel.ts';

/** A row of the mention menu before it is ranked. `words` are further names it is found by. */
export interface MenuRow extends FoundMention {
  readonly words?: string;
}

/** A row with how well it fits. */
export interface RankedRow {
  readonly row: MenuRow;
  readonly score: number;
}

/** The row of a mention. */
export function rowOf(
  mention: Mention,
  look: {
    readonly icon: string;
    readonly group: string;
    readonly detail?: string;
    readonly words?: string;
  },
): MenuRow {
  return { mention, label: mentionLabel(mention), ...look };
}

/** The rows that match, with their scores. A few fixed rows must not drown among thousands of files. */
export function ranked(
  rows: readonly MenuRow[],
  query: FuzzyQuery,
  bonus: number,
): readonly RankedRow[] {
  const texts = new FuzzyTexts();
  return rows.flatMap(row => {
    const names = [row.label, row.words ?? ''].map(name => texts.add(name));
    const score = Math.max(...names.map(name => fuzzyScore(query, texts, name)));
    return score === NO_MATCH ? [] : [{ row, score: score + bonus }];
  });
}
