import { sensitivityOf } from '../files/sensitivity.ts';
import type { Attachment } from './attachment.ts';
import type { Form } from './form.ts';
import type { Mention } from './mention.ts';
import { mentionLabel } from './mentionLabel.ts';
import { mentionKey } from './mentionUri.ts';
import { namesInUri } from './uri.ts';

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
 * `encoding`: read in another encoding than UTF-8.
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
  | 'encoding';

/** All notes on one mention. */
export function notesOf(mention: Mention, attachment: Attachment, form: Form): readonly Note[] {
  const label = mentionLabel(mention);
  const key = mentionKey(mention);
  return [
    ...notesOnForm(form),
    ...notesOnContent(attachment, form),
    ...secretNotes(mention, form),
  ].map(([kind, message]) => ({ kind, key, message: `${label}: ${message}.` }));
}

/** What a file seems to keep, if its name says that it is confidential. */
export function secretIn(mention: Mention): string | undefined {
  switch (mention.kind) {
    case 'file':
    case 'selection':
    case 'symbol': {
      const sensitivity = sensitivityOf(namesInUri(mention.uri));
      return sensitivity?.kind === 'secret' ? sensitivity.what : undefined;
    }
    case 'folder':
    case 'gitDiff':
    case 'problems':
    case 'terminal':
    case 'buffer':
    case 'cell':
    case 'image':
    case 'audio':
    case 'url':
    case 'session':
      return undefined;
  }
}

type Words = readonly [NoteKind, string];

function notesOnForm(form: Form): readonly Words[] {
  switch (form.kind) {
    case 'embedded':
    case 'text':
      return form.cut === undefined ? [] : [['cut', `${form.cut} did not fit and is left out`]];
    case 'link':
      return form.expected || form.why === undefined
        ? []
        : [['linked', `sent as a link: ${form.why}`]];
    case 'none':
      return [[form.missing ? 'missing' : 'refused', `not sent: ${form.why}`]];
    case 'bytes':
    case 'media':
      return [];
  }
}

function notesOnContent(attachment: Attachment, form: Form): readonly Words[] {
  const notes: Words[] = [];
  if (attachment.kind === 'text') {
    if (attachment.stale === true) {
      notes.push(['stale', 'it has changed since you chose it; the text of now is sent']);
    }
    if (attachment.unsaved === true && form.kind === 'link') {
      notes.push(['unsaved', 'the agent gets a link and may not see the unsaved changes']);
    }
    if (attachment.encoding !== undefined && form.kind !== 'link') {
      notes.push(['encoding', `read as ${attachment.encoding}`]);
    }
  }
  if (form.kind === 'media' && form.media.scaledFrom !== undefined) {
    notes.push(['scaled', `made smaller, from ${form.media.scaledFrom}`]);
  }
  return notes;
}

function secretNotes(mention: Mention, form: Form): readonly Words[] {
  const secret = secretIn(mention);
  const leaves = form.kind !== 'none';
  return leaves && secret !== undefined ? [['secret', `it looks confidential (${secret})`]] : [];
}
