import type { ContentBlock, PromptCapabilities } from '@agentclientprotocol/sdk';
import type { Attachment } from './attachment.ts';
import { mentionToMarkdown, type Draft } from './draft.ts';
import { codeFence } from '../text/codeFence.ts';
import {
  createPromptBudget,
  representMention,
  budgetAfter,
  representationBytes,
  type MentionRepresentation,
} from './mentionRepresentation.ts';
import type { PromptLimits } from './promptLimits.ts';
import type { Mention } from './mention/mention.ts';
import { mentionKey, mentionUri } from './mention/mentionUri.ts';
import { getExtension } from './media/mimeType.ts';
import { getPromptNotes, type PromptNote } from './promptNote.ts';
import { resourceLink } from './resourceLink.ts';
import { utf8ByteLength } from '../text/byteSize.ts';
import { isFileUri, uriBasename } from './mention/uri.ts';
import { localizable, t } from '../l10n.ts';

/** A prompt ready to send, and what the user should know about it. */
export interface BuiltPrompt {
  readonly blocks: readonly ContentBlock[];
  readonly notes: readonly PromptNote[];
  /** How each mention is sent, in the order of the draft. */
  readonly representations: readonly MentionRepresentation[];
  /** Text and content together; base64 and JSON add to it on the wire. */
  readonly sizeBytes: number;
}

/**
 * Turns a draft into content blocks: text and mentions in the order they stand, each mention in the best form the agent
 * says it understands, within the limits. `attachments` holds what was read for each mention, by its key. Text that is
 * nothing but blanks is no block: some models refuse those.
 */
export function buildPrompt(
  draft: Draft,
  attachments: ReadonlyMap<string, Attachment>,
  capabilities: PromptCapabilities,
  limits: PromptLimits,
): BuiltPrompt {
  const sent = new Set<string>();
  const blocks: ContentBlock[] = [];
  const notes: PromptNote[] = [];
  const forms: MentionRepresentation[] = [];
  let room = createPromptBudget(capabilities, limits);
  let sizeBytes = 0;
  for (const part of draft) {
    if (part.kind === 'text') {
      blocks.push(...(part.text.trim() === '' ? [] : [text(part.text)]));
      sizeBytes += utf8ByteLength(part.text);
      continue;
    }
    const { mention } = part;
    const key = mentionKey(mention);
    const attachment: Attachment = attachments.get(key) ?? { kind: 'missing', reason: t(NOT_READ) };
    const form: MentionRepresentation = sent.has(key)
      ? { kind: 'link', why: t(AGAIN), expected: true }
      : representMention(mention, attachment, room);
    room = budgetAfter(form, room);
    sizeBytes += representationBytes(form);
    forms.push(form);
    blocks.push(...blocksOf(mention, attachment, form));
    notes.push(...(sent.has(key) ? [] : getPromptNotes(mention, attachment, form)));
    sent.add(key);
  }
  return { blocks, notes, representations: forms, sizeBytes };
}

const NOT_READ = localizable('it could not be read');

/** The second time a link is enough: the content stands further up. */
const AGAIN = localizable('it is already in this prompt');

function blocksOf(
  mention: Mention,
  attachment: Attachment,
  form: MentionRepresentation,
): readonly ContentBlock[] {
  const uri = mentionUri(mention);
  const mimeType = 'mimeType' in attachment ? attachment.mimeType : undefined;
  switch (form.kind) {
    case 'embedded':
      return [{ type: 'resource', resource: { uri, text: form.text, ...typed(mimeType) } }];
    case 'bytes':
      return [{ type: 'resource', resource: { uri, blob: form.data, ...typed(mimeType) } }];
    case 'text':
      return form.link
        ? [resourceLink(mention, attachment), text(codeFence(form.text, languageOf(mention)))]
        : [text(`${mentionToMarkdown(mention)}\n${codeFence(form.text, languageOf(mention))}`)];
    case 'media': {
      const { kind: type, data, mimeType: mediaType } = form.media;
      const block = { data, mimeType: mediaType };
      return type === 'image' && isFileUri(uri) ? [{ type, ...block, uri }] : [{ type, ...block }];
    }
    case 'link':
      return isLinkable(uri)
        ? [resourceLink(mention, attachment)]
        : [text(mentionToMarkdown(mention))];
    case 'none':
      return [text(`${mentionToMarkdown(mention)} (not attached: ${form.why})`)];
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
      return getExtension(uriBasename(mention.uri));
    case 'buffer':
      return getExtension(mention.name);
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
