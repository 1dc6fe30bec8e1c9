import type { PromptCapabilities } from '@agentclientprotocol/sdk';
import type { Attachment } from './attachment.ts';
import {
  createPromptBudget,
  representMention,
  representationBytes,
  type MentionRepresentation,
} from './mentionRepresentation.ts';
import type { PromptLimits } from './promptLimits.ts';
import type { Mention } from './mention/mention.ts';
import { getPromptNotes } from './promptNote.ts';
import { formatByteSize } from '../text/byteSize.ts';
import { t } from '../l10n.ts';

/** What will be sent for a mention, in words for its chip: `Embedded, 12 kB`, `Link: this agent takes no …`. */
export function describeMention(
  mention: Mention,
  attachment: Attachment,
  capabilities: PromptCapabilities,
  limits: PromptLimits,
): string {
  const form = representMention(mention, attachment, createPromptBudget(capabilities, limits));
  const notes = getPromptNotes(mention, attachment, form).filter(
    note => !SAID_BY_FORM.has(note.kind),
  );
  return [describeRepresentation(form), ...notes.map(note => note.message)].join('\n');
}

/** A form in words. */
export function describeRepresentation(form: MentionRepresentation): string {
  const size = formatByteSize(representationBytes(form));
  switch (form.kind) {
    case 'embedded':
      return form.cut === undefined
        ? t('Embedded, {0}', size)
        : t('Embedded in part, {0}: without {1}', size, form.cut);
    case 'text':
      return form.link ? linkAndText(size, form.cut) : plainText(size, form.cut);
    case 'bytes':
      return t('Embedded as bytes, {0}', size);
    case 'media':
      return form.media.kind === 'image' ? t('Image, {0}', size) : t('Sound, {0}', size);
    case 'link':
      return form.why === undefined ? t('Link') : t('Link: {0}', form.why);
    case 'none':
      return t('Not sent: {0}', form.why);
  }
}

const linkAndText = (size: string, cut: string | undefined): string =>
  cut === undefined
    ? t('Link and text, {0}: this agent takes no embedded content', size)
    : t('Link and text in part, {0}: this agent takes no embedded content; without {1}', size, cut);

const plainText = (size: string, cut: string | undefined): string =>
  cut === undefined
    ? t('Text, {0}: this agent takes no embedded content', size)
    : t('Text in part, {0}: this agent takes no embedded content; without {1}', size, cut);

const SAID_BY_FORM: ReadonlySet<string> = new Set(['missing', 'refused', 'linked', 'cut']);
