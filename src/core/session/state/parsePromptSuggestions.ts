import { asList, asRecord, asString } from '../../json.ts';

const SUGGESTION_LIMIT = 3;
const TEXT_LIMIT_CHARS = 1_000;

/**
 * The prompts that an agent suggests for the next turn: Claude and Codex send them in the `_meta` of a session's info. An empty
 * list takes them back; `undefined` if the update says nothing about them.
 */
export function parsePromptSuggestions(meta: unknown): readonly string[] | undefined {
  const offer = asRecord(asRecord(meta)?.['promptSuggestions']);
  const texts = asList(offer?.['suggestions'], item => {
    const text = asString(asRecord(item)?.['text'])?.trim();
    return text ? text.slice(0, TEXT_LIMIT_CHARS) : undefined;
  });
  return texts && [...new Set(texts)].slice(0, SUGGESTION_LIMIT);
}
