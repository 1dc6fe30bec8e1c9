import { sensitivityOf } from '../files/sensitivity.ts';
import type { Attachment } from './attachment.ts';
import type { Form } from './form.ts';
import type { Mention } from './mention.ts';
import { mentionLabel } from './mentionLabel.ts';
import { mentionKey } from './mentionUri.ts';
import { namesInUri } from './uri.ts';
import { t } from '../words.ts';

/** Something the user should know about how a mention is sent. */
export interface Note {
  readonly kind: NoteKind;
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
export type NoteKind =
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
export function notesOf(mention: Mention, attachment: Attachment, form: Form): readonly Note[] {
  const label = mentionLabel(mention);
  const key = mentionKey(mention);
  return [
    ...notesOnForm(form),
    ...notesOnContent(attachment, form),
    ...placeNotes(mention, attachment, form),
  ].map(([kind, message]) => ({ kind, key, message: t('{0}: {1}.', label, message) }));
}

/** What a file seems to keep (English, for `t`), if its name, or that of the file it leads to, says that it is confidential. */
export function secretIn(mention: Mention, outside?: string): string | undefined {
  const named = 'uri' in mention && mention.uri !== undefined ? namesInUri(mention.uri) : [];
  const secrets = [named, outside?.split(/[\\/]/) ?? []].map(sensitivityOf);
  return secrets.find(sensitivity => sensitivity?.kind === 'secret')?.what;
}

type Words = readonly [NoteKind, string];

function notesOnForm(form: Form): readonly Words[] {
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

function notesOnContent(attachment: Attachment, form: Form): readonly Words[] {
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

function placeNotes(mention: Mention, { outside }: Attachment, form: Form): readonly Words[] {
  const secret = secretIn(mention, outside);
  const notes: Words[] = [];
  if (form.kind !== 'none' && outside !== undefined) {
    notes.push(['outside', t('it leads out of the workspace, to {0}', outside)]);
  }
  if (form.kind !== 'none' && secret !== undefined) {
    notes.push(['secret', t('it looks confidential ({0})', t(secret))]);
  }
  return notes;
}
