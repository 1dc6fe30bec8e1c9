import type { Draft } from '../prompt/draft.ts';
import type { Entry } from '../session/transcript/entry.ts';

/** A prompt of the conversation that can be sent again; `id` is that of its entry. */
export interface EarlierPrompt {
  readonly id: string;
  readonly draft: Draft;
}

/** The length of the prompt history. */
const PROMPT_LIMIT = 100;

/** Appends the prompts of entries to the known ones, oldest first. */
export function earlierPrompts(
  entries: readonly Entry[],
  known: readonly EarlierPrompt[] = [],
): readonly EarlierPrompt[] {
  const all = new Map([...known, ...entries.flatMap(promptOf)].map(prompt => [prompt.id, prompt]));
  return [...all.values()].slice(-PROMPT_LIMIT);
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
