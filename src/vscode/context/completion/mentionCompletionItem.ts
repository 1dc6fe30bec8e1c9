import type { MentionSuggestion } from '../../../core/chat/messages.ts';
import { fuzzyScore, NO_MATCH, type FuzzyQuery } from '../../../core/search/fuzzyScore.ts';
import { FuzzyCorpus } from '../../../core/search/fuzzyCorpus.ts';
import type { Mention } from '../../../core/prompt/mention/mention.ts';
import { mentionLabel } from '../../../core/prompt/mention/mentionLabel.ts';

/** A row of the mention menu before it is ranked. `words` are further names it is found by. */
export interface MentionCompletionItem extends MentionSuggestion {
  readonly keywords?: string;
}

/** A row with how well it fits. */
export interface RankedCompletionItem {
  readonly item: MentionCompletionItem;
  readonly score: number;
}

/** The row of a mention. */
export function createCompletionItem(
  mention: Mention,
  look: {
    readonly icon: string;
    readonly group: string;
    readonly detail?: string;
    readonly words?: string;
  },
): MentionCompletionItem {
  return { mention, label: mentionLabel(mention), ...look };
}

/** The rows that match, with their scores. A few fixed rows must not drown among thousands of files. */
export function rankCompletionItems(
  rows: readonly MentionCompletionItem[],
  query: FuzzyQuery,
  bonus: number,
): readonly RankedCompletionItem[] {
  const texts = new FuzzyCorpus();
  return rows.flatMap(row => {
    const names = [row.label, row.keywords ?? ''].map(name => texts.add(name));
    const score = Math.max(...names.map(name => fuzzyScore(query, texts, name)));
    return score === NO_MATCH ? [] : [{ item: row, score: score + bonus }];
  });
}
