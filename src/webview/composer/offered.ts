import type { Suggestion } from '../../core/chat/messages.ts';
import { type Draft, mentionsIn } from '../../core/prompt/draft.ts';
import type { Mention } from '../../core/prompt/mention.ts';
import { mentionKey } from '../../core/prompt/mentionUri.ts';

/** What is in front, unless the draft has it already or the user does not want it. */
export function offered(
  suggestion: Suggestion,
  draft: Draft,
  dismissed: string | undefined,
): Suggestion {
  const { mention, follows } = suggestion;
  const written = mentionsIn(draft).map(mentionKey);
  const isNone =
    mention && (written.includes(mentionKey(mention)) || placeOf(mention) === dismissed);
  return isNone ? { follows } : suggestion;
}

/** The document that a mention of what is in front belongs to. */
export const placeOf = (mention: Mention | undefined): string | undefined =>
  mention && 'uri' in mention ? mention.uri : undefined;
