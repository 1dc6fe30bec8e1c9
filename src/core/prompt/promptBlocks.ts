import type { ContentBlock, PromptCapabilities } from '@agentclientprotocol/sdk';
import type { Attachment } from './attachment.ts';
import { mentionLink, type Draft } from './draft.ts';
import { fence } from './fence.ts';
import { emptyRoom, formOf, roomAfter, sizeOfForm, type Form } from './form.ts';
import type { Limits } from './limits.ts';
import type { Mention } from './mention.ts';
import { mentionKey, mentionUri } from './mentionUri.ts';
import { extensionOf } from './mimeType.ts';
import { notesOf, type Note } from './note.ts';
import { resourceLink } from './resourceLink.ts';
import { utf8Bytes } from './size.ts';
import { isFileUri, nameInUri } from './uri.ts';
import { said, t } from '../words.ts';

/** A prompt ready to send, and what the user should know about it. */
export interface Prompt {
  readonly blocks: readonly ContentBlock[];
  readonly notes: readonly Note[];
  /** How each mention is sent, in the order of the draft. */
  readonly forms: readonly Form[];
  /** Text and content together; base64 and JSON add to it on the wire. */
  readonly sizeBytes: number;
}

/**
 * Turns a draft into content blocks: text and mentions in the order they stand, each mention in the best form the agent
 * says it understands, within the limits. `attachments` holds what was read for each mention, by its key. Text that is
 * nothing but blanks is no block: some models refuse those.
 */
export function promptBlocks(
  draft: Draft,
  attachments: ReadonlyMap<string, Attachment>,
  capabilities: PromptCapabilities,
  limits: Limits,
): Prompt {
  const sent = new Set<string>();
  const blocks: ContentBlock[] = [];
  const notes: Note[] = [];
  const forms: Form[] = [];
  let room = emptyRoom(capabilities, limits);
  let sizeBytes = 0;
  for (const part of draft) {
    if (part.kind === 'text') {
      blocks.push(...(part.text.trim() === '' ? [] : [text(part.text)]));
      sizeBytes += utf8Bytes(part.text);
      continue;
    }
    const { mention } = part;
    const key = mentionKey(mention);
    const attachment: Attachment = attachments.get(key) ?? { kind: 'missing', reason: t(NOT_READ) };
    const form: Form = sent.has(key)
      ? { kind: 'link', why: t(AGAIN), expected: true }
      : formOf(mention, attachment, room);
    room = roomAfter(form, room);
    sizeBytes += sizeOfForm(form);
    forms.push(form);
    blocks.push(...blocksOf(mention, attachment, form));
    notes.push(...(sent.has(key) ? [] : notesOf(mention, attachment, form)));
    sent.add(key);
  }
  return { blocks, notes, forms, sizeBytes };
}

const NOT_READ = said('it could not be read');

/** The second time a link is enough: the content stands further up. */
const AGAIN = said('it is already in this prompt');

function blocksOf(mention: Mention, attachment: Attachment, form: Form): readonly ContentBlock[] {
  const uri = mentionUri(mention);
  const mimeType = 'mimeType' in attachment ? attachment.mimeType : undefined;
  switch (form.kind) {
    case 'embedded':
      return [{ type: 'resource', resource: { uri, text: form.text, ...typed(mimeType) } }];
    case 'bytes':
      return [{ type: 'resource', resource: { uri, blob: form.data, ...typed(mimeType) } }];
    case 'text':
      return form.link
        ? [resourceLink(mention, attachment), text(fence(form.text, languageOf(mention)))]
        : [text(`${mentionLink(mention)}\n${fence(form.text, languageOf(mention))}`)];
    case 'media': {
      const { kind: type, data, mimeType: mediaType } = form.media;
      const block = { data, mimeType: mediaType };
      return type === 'image' && isFileUri(uri) ? [{ type, ...block, uri }] : [{ type, ...block }];
    }
    case 'link':
      return isLinkable(uri) ? [resourceLink(mention, attachment)] : [text(mentionLink(mention))];
    case 'none':
      return [text(`${mentionLink(mention)} (not attached: ${form.why})`)];
  }
}

/** Our own URIs mean something inside this VS Code only; an agent that tried to read them would fail. */
const isLinkable = (uri: string): boolean => /^(?:file|https?):/i.test(uri);

const text = (words: string): ContentBlock => ({ type: 'text', text: words });

const typed = (mimeType: string | undefined): { readonly mimeType?: string } =>
  mimeType === undefined ? {} : { mimeType };

function languageOf(mention: Mention): string {
  switch (mention.kind) {
    case 'gitDiff':
      return 'diff';
    case 'session':
      return 'markdown';
    case 'file':
    case 'selection':
    case 'symbol':
      return extensionOf(nameInUri(mention.uri));
    case 'buffer':
      return extensionOf(mention.name);
    case 'folder':
    case 'problems':
    case 'terminal':
    case 'cell':
    case 'image':
    case 'audio':
    case 'url':
      return '';
  }
}
