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

/** The content blocks of a prompt, and what the user should know about them. */
export interface BuiltPrompt {
  readonly blocks: readonly ContentBlock[];
  readonly notes: readonly PromptNote[];
  /** How each mention is sent, in the order of the draft. */
  readonly representations: readonly MentionRepresentation[];
  /** The size of text and content, without the overhead of base64 and JSON. */
  readonly sizeBytes: number;
}

/**
 * Converts a draft to content blocks, in order. Each mention is sent in the best way that the agent supports, within the
 * limits. `attachments` holds the content of each mention by its key. Whitespace alone is not sent, because some models refuse
 * empty text blocks.
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
  let budget = createPromptBudget(capabilities, limits);
  let sizeBytes = 0;
  for (const part of draft) {
    if (part.kind === 'text') {
      blocks.push(...(part.text.trim() === '' ? [] : [text(part.text)]));
      sizeBytes += utf8ByteLength(part.text);
      continue;
    }
    const { mention } = part;
    const key = mentionKey(mention);
    const attachment: Attachment = attachments.get(key) ?? {
      kind: 'missing',
      reason: t(NOT_READABLE),
    };
    const form: MentionRepresentation = sent.has(key)
      ? { kind: 'link', why: t(ALREADY_IN_PROMPT), expected: true }
      : representMention(mention, attachment, budget);
    budget = budgetAfter(form, budget);
    sizeBytes += representationBytes(form);
    forms.push(form);
    blocks.push(...blocksOf(mention, attachment, form));
    notes.push(...(sent.has(key) ? [] : getPromptNotes(mention, attachment, form)));
    sent.add(key);
  }
  return { blocks, notes, representations: forms, sizeBytes };
}

const NOT_READABLE = localizable("it couldn't be read");

/** A repeated mention is sent as a link, because its content is already in the prompt. */
const ALREADY_IN_PROMPT = localizable('it is already in this message');

function blocksOf(
  mention: Mention,
  attachment: Attachment,
  form: MentionRepresentation,
): readonly ContentBlock[] {
  const uri = mentionUri(mention);
  const mimeType = 'mimeType' in attachment ? attachment.mimeType : undefined;
  switch (form.kind) {
    case 'embedded':
      return [
        text(mentionToMarkdown(mention)), // Some agents pass on only the text of a resource, without its name and lines.
        { type: 'resource', resource: { uri, text: form.text, ...optionalMimeType(mimeType) } },
      ];
    case 'bytes':
      return [
        { type: 'resource', resource: { uri, blob: form.data, ...optionalMimeType(mimeType) } },
      ];
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

/** Our own URIs have a meaning only inside VS Code; an agent that tried to read them would fail. */
const isLinkable = (uri: string): boolean => /^(?:file|https?):/i.test(uri);

const text = (content: string): ContentBlock => ({ type: 'text', text: content });

const optionalMimeType = (mimeType: string | undefined): { readonly mimeType?: string } =>
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
