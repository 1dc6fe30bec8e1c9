import type { DraftEstimate, MentionEstimate } from '../../../core/chat/messages.ts';
import type { Attachment } from '../../../core/prompt/attachment.ts';
import { getMentions, type Draft } from '../../../core/prompt/draft.ts';
import { describeRepresentation } from '../../../core/prompt/describeMention.ts';
import type { MentionRepresentation } from '../../../core/prompt/mentionRepresentation.ts';
import type { PromptLimits } from '../../../core/prompt/promptLimits.ts';
import type { Mention } from '../../../core/prompt/mention/mention.ts';
import { mentionKey } from '../../../core/prompt/mention/mentionUri.ts';
import type { PromptNote } from '../../../core/prompt/promptNote.ts';
import { buildPrompt } from '../../../core/prompt/buildPrompt.ts';
import type { PromptCapabilities } from '../../../core/session/state/sessionState.ts';
import { localizable, t } from '../../../core/l10n.ts';

const EVERYTHING: PromptCapabilities = { image: true, audio: true, embeddedContext: true };
const NOT_SURE = localizable('No agent has started yet; it may take less.');

/**
 * Says how a draft would be sent, for its chips and the meter: what `buildPrompt` decides, in words. `accepts` is not
 * known before there is a session.
 */
export function estimateDraft(
  draft: Draft,
  attachments: ReadonlyMap<string, Attachment>,
  accepts: PromptCapabilities | undefined,
  limits: PromptLimits,
): DraftEstimate {
  const {
    representations: forms,
    notes,
    sizeBytes,
  } = buildPrompt(draft, attachments, accepts ?? EVERYTHING, limits);
  const mentions = getMentions(draft).flatMap((mention, i) => {
    const form = forms[i];
    return form ? [weightOf(mention, form, notes)] : [];
  });
  const doubt = accepts === undefined ? `\n${t(NOT_SURE)}` : '';
  return {
    mentions: mentions.map(weight => ({ ...weight, words: weight.description + doubt })),
    sizeBytes,
    limitBytes: limits.promptBytes,
  };
}

function weightOf(
  mention: Mention,
  form: MentionRepresentation,
  notes: readonly PromptNote[],
): MentionEstimate {
  const own = notes.filter(({ key }) => key === mentionKey(mention));
  const further = own.filter(({ kind }) => !['missing', 'refused', 'linked', 'cut'].includes(kind));
  return {
    description: [describeRepresentation(form), ...further.map(({ message }) => message)].join(
      '\n',
    ),
    hasWarning: own.length > 0,
    isOmitted: form.kind === 'none',
  };
}
