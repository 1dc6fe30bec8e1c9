import type { PromptCapabilities } from '@agentclientprotocol/sdk';
import type { Attachment, MediaAttachment, TextAttachment } from './attachment.ts';
import { truncateDiff, truncateStart, truncateEnd, type TruncatedText } from './truncate.ts';
import type { PromptLimits } from './promptLimits.ts';
import type { Mention } from './mention/mention.ts';
import { mentionUri } from './mention/mentionUri.ts';
import { formatByteSize, utf8ByteLength } from '../text/byteSize.ts';
import { isFileUri } from './mention/uri.ts';
import { localizable, t } from '../l10n.ts';

/** The shape in which a mention reaches the agent, and why that one, if not the best. */
export type MentionRepresentation =
  /** A `resource` with the text. */
  | { readonly kind: 'embedded'; readonly text: string; readonly cut?: string }
  /** A fenced `text`; with `link`, a `resource_link` goes before it. */
  | { readonly kind: 'text'; readonly text: string; readonly cut?: string; readonly link: boolean }
  /** A `resource` with the bytes, in base64. */
  | { readonly kind: 'bytes'; readonly data: string }
  /** An `image` or `audio`. */
  | { readonly kind: 'media'; readonly media: MediaAttachment }
  /** A `resource_link`. */
  | { readonly kind: 'link'; readonly why?: string; readonly expected: boolean }
  /** Nothing but words in place of it. */
  | { readonly kind: 'none'; readonly why: string; readonly missing: boolean };

/** What the agent takes, and how much is left of the prompt's budget. */
export interface PromptBudget {
  readonly capabilities: PromptCapabilities;
  readonly limits: PromptLimits;
  readonly textBytes: number;
  readonly binaryBytes: number;
}

/** The room of a prompt that holds nothing yet. */
export function createPromptBudget(
  capabilities: PromptCapabilities,
  limits: PromptLimits,
): PromptBudget {
  const { promptBytes: textBytes, promptBinaryBytes: binaryBytes } = limits;
  return { capabilities, limits, textBytes, binaryBytes };
}

/** Decides how a mention is sent: the best form this agent understands, within the budget. */
export function representMention(
  mention: Mention,
  attachment: Attachment,
  room: PromptBudget,
): MentionRepresentation {
  switch (attachment.kind) {
    case 'text':
      return textForm(mention, attachment, room);
    case 'image':
    case 'audio':
      return mediaForm(mention, attachment, room);
    case 'bytes':
      return attachment.data === undefined
        ? { kind: 'link', why: t('it is a binary file'), expected: true }
        : bytesForm({ ...attachment, data: attachment.data }, room);
    case 'link':
      return linkForm(mention, attachment.why);
    case 'missing':
      return { kind: 'none', why: attachment.reason, missing: true };
  }
}

/** The room that is left after a form is taken. */
export function budgetAfter(form: MentionRepresentation, room: PromptBudget): PromptBudget {
  const bytes = representationBytes(form);
  switch (form.kind) {
    case 'embedded':
    case 'text':
      return { ...room, textBytes: Math.max(0, room.textBytes - bytes) };
    case 'bytes':
    case 'media':
      return { ...room, binaryBytes: Math.max(0, room.binaryBytes - bytes) };
    case 'link':
    case 'none':
      return room;
  }
}

/** The bytes of content that a form puts into the prompt. */
export function representationBytes(form: MentionRepresentation): number {
  switch (form.kind) {
    case 'embedded':
    case 'text':
      return utf8ByteLength(form.text);
    case 'bytes':
      return bytesInBase64(form.data);
    case 'media':
      return form.media.sizeBytes;
    case 'link':
    case 'none':
      return 0;
  }
}

function textForm(
  mention: Mention,
  attachment: TextAttachment,
  room: PromptBudget,
): MentionRepresentation {
  const bytes = utf8ByteLength(attachment.text);
  const canBeFound = isFileUri(mentionUri(mention));
  const tooMuch = overBudget(bytes, 'text', room);
  if (tooMuch !== undefined && canBeFound) {
    return { kind: 'link', why: tooMuch, expected: false };
  }
  const body =
    tooMuch === undefined ? { text: attachment.text } : cutBody(mention, attachment, room);
  if (room.capabilities.embeddedContext === true) {
    return { kind: 'embedded', ...body };
  }
  if (mention.kind === 'file' && attachment.unsaved !== true) {
    return { kind: 'link', why: t(NO_EMBEDDED), expected: true };
  }
  // A link would lead to what is on disk.
  return { kind: 'text', ...body, link: canBeFound && attachment.unsaved !== true };
}

/** What was pasted has no place that a link could lead to. */
function linkForm(mention: Mention, why: string | undefined): MentionRepresentation {
  if (why === undefined) {
    return { kind: 'link', expected: true };
  }
  return mention.kind === 'image' || mention.kind === 'audio'
    ? { kind: 'none', why, missing: false }
    : { kind: 'link', why, expected: false };
}

/** Words for a size beyond the budget, for one thing or for what the prompt still takes; nothing if it fits. */
function overBudget(
  bytes: number,
  what: 'text' | 'binary',
  room: PromptBudget,
): string | undefined {
  const one = what === 'text' ? room.limits.mentionBytes : room.limits.binaryBytes;
  const left = what === 'text' ? room.textBytes : room.binaryBytes;
  if (bytes > one) {
    return t('{0} is more than the limit of {1}', formatByteSize(bytes), formatByteSize(one));
  }
  return bytes > left
    ? t(
        '{0} is more than the {1} this prompt still takes',
        formatByteSize(bytes),
        formatByteSize(left),
      )
    : undefined;
}

function cutBody(
  mention: Mention,
  { text }: TextAttachment,
  room: PromptBudget,
): { readonly text: string; readonly cut: string } {
  const limit = Math.min(room.limits.mentionBytes, room.textBytes);
  const { text: kept, omitted: leftOut } = cutterOf(mention)(text, limit);
  return { text: kept, cut: leftOut };
}

/** What is newest stands last in terminals and conversations; everywhere else the start matters most. */
function cutterOf(mention: Mention): (text: string, limitBytes: number) => TruncatedText {
  switch (mention.kind) {
    case 'gitDiff':
      return truncateDiff;
    case 'terminal':
    case 'session':
      return truncateStart;
    case 'file':
    case 'folder':
    case 'selection':
    case 'symbol':
    case 'problems':
    case 'buffer':
    case 'cell':
    case 'image':
    case 'audio':
    case 'url':
      return truncateEnd;
  }
}

function mediaForm(
  mention: Mention,
  media: MediaAttachment,
  room: PromptBudget,
): MentionRepresentation {
  const taken = media.kind === 'image' ? room.capabilities.image : room.capabilities.audio;
  const why =
    taken === true ? overBudget(media.sizeBytes, 'binary', room) : t(NOT_TAKEN[media.kind]);
  if (why === undefined) {
    return { kind: 'media', media };
  }
  return isFileUri(mentionUri(mention))
    ? { kind: 'link', why, expected: false }
    : { kind: 'none', why, missing: false };
}

function bytesForm(
  bytes: { readonly data: string; readonly sizeBytes: number },
  room: PromptBudget,
): MentionRepresentation {
  const why =
    room.capabilities.embeddedContext === true
      ? overBudget(bytes.sizeBytes, 'binary', room)
      : t(NO_EMBEDDED);
  return why === undefined
    ? { kind: 'bytes', data: bytes.data }
    : { kind: 'link', why, expected: false };
}

const NOT_TAKEN = {
  image: localizable('this agent takes no images'),
  audio: localizable('this agent takes no sound'),
} as const;
const NO_EMBEDDED = localizable('this agent takes no embedded content');

const bytesInBase64 = (data: string): number =>
  Math.floor((data.replace(/=+$/, '').length * 3) / 4);
