import { getSensitivity } from '../files/sensitivity.ts';
import type { Attachment } from './attachment.ts';
import type { MentionRepresentation } from './mentionRepresentation.ts';
import type { Mention } from './mention/mention.ts';
import { mentionLabel } from './mention/mentionLabel.ts';
import { mentionKey } from './mention/mentionUri.ts';
import { uriPathSegments } from './mention/uri.ts';
import { t } from '../l10n.ts';

/** Something the user should know about how a mention is sent. */
export interface PromptNote {
  readonly kind: PromptNoteKind;
  /** The key of the mention it is about. */
  readonly key: string;
  readonly message: string;
}

/**
 * `secret`: the content looks confidential. `missing`: it could not be read. `refused`: the agent does not take it.
 * `linked`: too large, so only a link. `cut`: too large, so only a part. `stale`: it has changed since it was chosen.
 * `unsaved`: the agent gets a link and may read the file without the unsaved changes. `scaled`: a smaller picture.
 * `encoding`: read in another encoding than UTF-8. `outside`: a link leads out of the workspace.
 */
export type PromptNoteKind =
  | 'secret'
  | 'missing'
  | 'refused'
  | 'linked'
  | 'cut'
  | 'stale'
  | 'unsaved'
  | 'scaled'
  | 'encoding'
  | 'outside';

/** All notes on one mention. */
export function getPromptNotes(
  mention: Mention,
  attachment: Attachment,
  form: MentionRepresentation,
): readonly PromptNote[] {
  const label = mentionLabel(mention);
  const key = mentionKey(mention);
  return [
    ...notesOnForm(form),
    ...notesOnContent(attachment, form),
    ...placeNotes(mention, attachment, form),
  ].map(([kind, message]) => ({ kind, key, message: t('{0}: {1}.', label, message) }));
}

/** What a file seems to keep (English, for `t`), if its name, or that of the file it leads to, says that it is confidential. */
export function getSecretDescription(mention: Mention, outside?: string): string | undefined {
  const named = 'uri' in mention && mention.uri !== undefined ? uriPathSegments(mention.uri) : [];
  const secrets = [named, outside?.split(/[\\/]/) ?? []].map(getSensitivity);
  return secrets.find(sensitivity => sensitivity?.kind === 'secret')?.what;
}

type Words = readonly [PromptNoteKind, string];

function notesOnForm(form: MentionRepresentation): readonly Words[] {
  switch (form.kind) {
    case 'embedded':
    case 'text':
      return form.cut === undefined
        ? []
        : [['cut', t('{0} did not fit and is left out', form.cut)]];
    case 'link':
      return form.expected || form.why === undefined
        ? []
        : [['linked', t('sent as a link: {0}', form.why)]];
    case 'none':
      return [[form.missing ? 'missing' : 'refused', t('not sent: {0}', form.why)]];
    case 'bytes':
    case 'media':
      return [];
  }
}

function notesOnContent(attachment: Attachment, form: MentionRepresentation): readonly Words[] {
  const notes: Words[] = [];
  if (attachment.kind === 'text') {
    if (attachment.stale === true) {
      notes.push(['stale', t('it has changed since you chose it; the text of now is sent')]);
    }
    if (attachment.unsaved === true && form.kind === 'link') {
      notes.push(['unsaved', t('the agent gets a link and may not see the unsaved changes')]);
    }
    if (attachment.encoding !== undefined && form.kind !== 'link') {
      notes.push(['encoding', t('read as {0}', attachment.encoding)]);
    }
  }
  if (form.kind === 'media' && form.media.scaledFrom !== undefined) {
    notes.push(['scaled', t('made smaller, from {0}', form.media.scaledFrom)]);
  }
  return notes;
}

function placeNotes(
  mention: Mention,
  { outside }: Attachment,
  form: MentionRepresentation,
): readonly Words[] {
  const secret = getSecretDescription(mention, outside);
  const notes: Words[] = [];
  if (form.kind !== 'none' && outside !== undefined) {
    notes.push(['outside', t('it leads out of the workspace, to {0}', outside)]);
  }
  if (form.kind !== 'none' && secret !== undefined) {
    notes.push(['secret', t('it looks confidential ({0})', t(secret))]);
  }
  return notes;
}
