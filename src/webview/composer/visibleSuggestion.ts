import type { ImplicitContext } from '../../core/chat/messages.ts';
import { type Draft, getMentions } from '../../core/prompt/draft.ts';
import type { Mention } from '../../core/prompt/mention/mention.ts';
import { mentionKey } from '../../core/prompt/mention/mentionUri.ts';

/** The suggestion, unless the draft already contains it or the user has dismissed it. */
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

/** The document that a suggested mention belongs to. */
export const getDocumentUri = (mention: Mention | undefined): string | undefined =>
  mention && 'uri' in mention ? mention.uri : undefined;
