import type { DraftWeight, MentionWeight } from '../../core/chat/messages.ts';
import type { Attachment } from '../../core/prompt/attachment.ts';
import { mentionsIn, type Draft } from '../../core/prompt/draft.ts';
import { explainForm } from '../../core/prompt/explain.ts';
import type { Form } from '../../core/prompt/form.ts';
import type { Limits } from '../../core/prompt/limits.ts';
import type { Mention } from '../../core/prompt/mention.ts';
import { mentionKey } from '../../core/prompt/mentionUri.ts';
import type { Note } from '../../core/prompt/note.ts';
import { promptBlocks } from '../../core/prompt/promptBlocks.ts';
import type { PromptAbilities } from '../../core/session/sessionState.ts';
import { said, t } from '../../core/words.ts';

const EVERYTHING: PromptAbilities = { image: true, audio: true, embeddedContext: true };
const NOT_SURE = said('No agent has started yet; it may take less.');

/**
 * Says how a draft would be sent, for its chips and the meter: what `promptBlocks` decides, in words. `accepts` is not
 * known before there is a session.
 */
export function weighDraft(
  draft: Draft,
  attachments: ReadonlyMap<string, Attachment>,
  accepts: PromptAbilities | undefined,
  limits: Limits,
): DraftWeight {
  const { forms, notes, sizeBytes } = promptBlocks(
    draft,
    attachments,
    accepts ?? EVERYTHING,
    limits,
  );
  const mentions = mentionsIn(draft).flatMap((mention, i) => {
    const form = forms[i];
    return form ? [weightOf(mention, form, notes)] : [];
  });
  const doubt = accepts === undefined ? `\n${t(NOT_SURE)}` : '';
  return {
    mentions: mentions.map(weight => ({ ...weight, words: weight.words + doubt })),
    sizeBytes,
    limitBytes: limits.promptBytes,
  };
}

function weightOf(mention: Mention, form: Form, notes: readonly Note[]): MentionWeight {
  const own = notes.filter(({ key }) => key === mentionKey(mention));
  const further = own.filter(({ kind }) => !['missing', 'refused', 'linked', 'cut'].includes(kind));
  return {
    words: [explainForm(form), ...further.map(({ message }) => message)].join('\n'),
    warns: own.length > 0,
    isLost: form.kind === 'none',
  };
}
