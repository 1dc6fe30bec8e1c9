import type { MentionSuggestion } from '../../../core/chat/messages.ts';
import { fuzzyScore, NO_MATCH, type FuzzyQuery } from '../../../core/search/fuzzyScore.ts';
import { FuzzyCorpus } from '../../../core/search/fuzzyCorpus.ts';
import type { Mention } from '../../../core/prompt/mention/mention.ts';
import { mentionLabel } from '../../../core/prompt/mention/mentionLabel.ts';

/** A completion item before it is ranked. `keywords` are further names that find it. */
export interface MentionCompletionItem extends MentionSuggestion {
  readonly keywords?: string;
}

/** A completion item and how well it matches the query. */
export interface RankedCompletionItem {
  readonly item: MentionCompletionItem;
  readonly score: number;
}

export function createCompletionItem(
  mention: Mention,
  properties: {
    readonly icon: string;
    readonly group: string;
    readonly detail?: string;
    readonly keywords?: string;
  },
): MentionCompletionItem {
  return { mention, label: mentionLabel(mention), ...properties };
}

/** The items that match the query, with their scores. The bonus lifts a few fixed items above thousands of files. */
export function rankCompletionItems(
  items: readonly MentionCompletionItem[],
  query: FuzzyQuery,
  bonus: number,
): readonly RankedCompletionItem[] {
  const texts = new FuzzyCorpus();
  return items.flatMap(item => {
    const names = [item.label, item.keywords ?? ''].map(name => texts.add(name));
    const score = Math.max(...names.map(name => fuzzyScore(query, texts, name)));
    return score === NO_MATCH ? [] : [{ item, score: score + bonus }];
  });
}
