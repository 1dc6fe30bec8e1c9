import type { DraftEstimate, MentionEstimate } from '../../../core/chat/messages.ts';
import type { Attachment } from '../../../core/prompt/attachment.ts';
import { getMentions, type Draft } from '../../../core/prompt/draft.ts';
import { describeRepresentation } from '../../../core/prompt/describeRepresentation.ts';
import type { MentionRepresentation } from '../../../core/prompt/mentionRepresentation.ts';
import type { PromptLimits } from '../../../core/prompt/promptLimits.ts';
import type { Mention } from '../../../core/prompt/mention/mention.ts';
import { mentionKey } from '../../../core/prompt/mention/mentionUri.ts';
import type { PromptNote } from '../../../core/prompt/promptNote.ts';
import { buildPrompt } from '../../../core/prompt/buildPrompt.ts';
import type { PromptCapabilities } from '../../../core/session/state/sessionState.ts';
import { localizable, t } from '../../../core/l10n.ts';

const ALL_CAPABILITIES: PromptCapabilities = { image: true, audio: true, embeddedContext: true };
const AGENT_UNKNOWN = localizable('No agent has started yet. It might not support all of these.');

/**
 * Describes how each mention of a draft would be sent, and the size of the prompt. The capabilities are not known before
 * there is a session.
 */
export function estimateDraft(
  draft: Draft,
  attachments: ReadonlyMap<string, Attachment>,
  capabilities: PromptCapabilities | undefined,
  limits: PromptLimits,
): DraftEstimate {
  const { representations, notes, sizeBytes } = buildPrompt(
    draft,
    attachments,
    capabilities ?? ALL_CAPABILITIES,
    limits,
  );
  const mentions = getMentions(draft).flatMap((mention, i) => {
    const representation = representations[i];
    return representation ? [estimateMention(mention, representation, notes)] : [];
  });
  const note = capabilities === undefined ? `\n${t(AGENT_UNKNOWN)}` : '';
  return {
    mentions: mentions.map(estimate => ({ ...estimate, description: estimate.description + note })),
    sizeBytes,
    limitBytes: limits.promptBytes,
  };
}

function estimateMention(
  mention: Mention,
  representation: MentionRepresentation,
  notes: readonly PromptNote[],
): MentionEstimate {
  const own = notes.filter(({ key }) => key === mentionKey(mention));
  const further = own.filter(({ kind }) => !['missing', 'refused', 'linked', 'cut'].includes(kind));
  return {
    description: [
      describeRepresentation(representation),
      ...further.map(({ message }) => message),
    ].join('\n'),
    hasWarning: own.length > 0,
    isOmitted: representation.kind === 'none',
  };
}
