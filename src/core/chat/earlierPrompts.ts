import type { Draft } from '../prompt/draft.ts';
import type { Entry } from '../session/transcript/entry.ts';

/** A prompt of a conversation, ready to be sent again, by the entry it stands in. */
export interface EarlierPrompt {
  readonly id: string;
  readonly draft: Draft;
}

/** Nobody goes back further than this by the arrow key. */
const MOST_PROMPTS = 100;

/** The prompts of some entries, oldest first, after those that are known already. */
export function earlierPrompts(
  entries: readonly Entry[],
  known: readonly EarlierPrompt[] = [],
): readonly EarlierPrompt[] {
  const all = new Map([...known, ...entries.flatMap(promptOf)].map(prompt => [prompt.id, prompt]));
  return [...all.values()].slice(-MOST_PROMPTS);
}

function promptOf(entry: Entry): readonly EarlierPrompt[] {
  if (entry.kind !== 'user') {
    return [];
  }
  const { id, draft, blocks } = entry;
  if (draft) {
    return [{ id, draft }];
  }
  const text = blocks.map(block => (block.type === 'text' ? block.text : '')).join('');
  return text === '' ? [] : [{ id, draft: [{ kind: 'text', text }] }];
}
