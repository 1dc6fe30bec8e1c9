import type { ImplicitContext } from '../../core/chat/messages.ts';
import { type Draft, getMentions } from '../../core/prompt/draft.ts';
import type { Mention } from '../../core/prompt/mention/mention.ts';
import { mentionKey } from '../../core/prompt/mention/mentionUri.ts';

/** What is in front, unless the draft has it already or the user does not want it. */
export function visibleSuggestion(
  suggestion: ImplicitContext,
  draft: Draft,
  dismissed: string | undefined,
): ImplicitContext {
  const { mention, follows } = suggestion;
  const written = getMentions(draft).map(mentionKey);
  const isNone =
    mention && (written.includes(mentionKey(mention)) || getDocumentUri(mention) === dismissed);
  return isNone ? { follows } : suggestion;
}

/** The document that a mention of what is in front belongs to. */
export const getDocumentUri = (mention: Mention | undefined): string | undefined =>
  mention && 'uri' in mention ? mention.uri : undefined;
