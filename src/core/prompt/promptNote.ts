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
  /** The key of the mention that the note is about. */
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

/** All notes about one mention. */
export function getPromptNotes(
  mention: Mention,
  attachment: Attachment,
  representation: MentionRepresentation,
): readonly PromptNote[] {
  const label = mentionLabel(mention);
  const key = mentionKey(mention);
  return [
    ...representationNotes(representation),
    ...contentNotes(attachment, representation),
    ...locationNotes(mention, attachment, representation),
  ].map(([kind, message]) => ({ kind, key, message: t('{0}: {1}.', label, message) }));
}

/** Describes the secret (English, for `t`) that a file seems to contain, judging by its name and that of its link target. */
function getSecretDescription(mention: Mention, outside?: string): string | undefined {
  const named = 'uri' in mention && mention.uri !== undefined ? uriPathSegments(mention.uri) : [];
  const secrets = [named, outside?.split(/[\\/]/) ?? []].map(getSensitivity);
  return secrets.find(sensitivity => sensitivity?.kind === 'secret')?.what;
}

type NoteText = readonly [PromptNoteKind, string];

function representationNotes(representation: MentionRepresentation): readonly NoteText[] {
  switch (representation.kind) {
    case 'embedded':
    case 'text':
      return representation.cut === undefined
        ? []
        : [['cut', t('{0} omitted because of the size limit', representation.cut)]];
    case 'link':
      return representation.expected || representation.why === undefined
        ? []
        : [['linked', t('sent as a link: {0}', representation.why)]];
    case 'none':
      return [
        [representation.missing ? 'missing' : 'refused', t('not sent: {0}', representation.why)],
      ];
    case 'bytes':
    case 'media':
      return [];
  }
}

function contentNotes(
  attachment: Attachment,
  representation: MentionRepresentation,
): readonly NoteText[] {
  const notes: NoteText[] = [];
  if (attachment.kind === 'text') {
    if (attachment.stale === true) {
      notes.push(['stale', t('it changed since you added it; the current text is sent')]);
    }
    if (attachment.unsaved === true && representation.kind === 'link') {
      notes.push(['unsaved', t('sent as a link; the agent might not see unsaved changes')]);
    }
    if (attachment.encoding !== undefined && representation.kind !== 'link') {
      notes.push(['encoding', t('read as {0}', attachment.encoding)]);
    }
  }
  if (representation.kind === 'media' && representation.media.scaledFrom !== undefined) {
    notes.push(['scaled', t('reduced from {0}', representation.media.scaledFrom)]);
  }
  return notes;
}

function locationNotes(
  mention: Mention,
  { outside }: Attachment,
  representation: MentionRepresentation,
): readonly NoteText[] {
  const secret = getSecretDescription(mention, outside);
  const notes: NoteText[] = [];
  if (representation.kind !== 'none' && outside !== undefined) {
    notes.push(['outside', t('it points outside the workspace to {0}', outside)]);
  }
  if (representation.kind !== 'none' && secret !== undefined) {
    notes.push(['secret', t('it may contain secrets ({0})', t(secret))]);
  }
  return notes;
}
