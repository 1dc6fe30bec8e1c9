import type { PromptCapabilities } from '@agentclientprotocol/sdk';
import type { Attachment, MediaAttachment, TextAttachment } from './attachment.ts';
import { cutDiff, cutHead, cutTail, type CutText } from './cut.ts';
import type { Limits } from './limits.ts';
import type { Mention } from './mention.ts';
import { mentionUri } from './mentionUri.ts';
import { sizeInWords, utf8Bytes } from './size.ts';
import { isFileUri } from './uri.ts';
import { said, t } from '../words.ts';

/** The shape in which a mention reaches the agent, and why that one, if not the best. */
export type Form =
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
export interface Room {
  readonly capabilities: PromptCapabilities;
  readonly limits: Limits;
  readonly textBytes: number;
  readonly binaryBytes: number;
}

/** The room of a prompt that holds nothing yet. */
export function emptyRoom(capabilities: PromptCapabilities, limits: Limits): Room {
  const { promptBytes: textBytes, promptBinaryBytes: binaryBytes } = limits;
  return { capabilities, limits, textBytes, binaryBytes };
}

/** Decides how a mention is sent: the best form this agent understands, within the budget. */
export function formOf(mention: Mention, attachment: Attachment, room: Room): Form {
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
export function roomAfter(form: Form, room: Room): Room {
  const bytes = sizeOfForm(form);
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
export function sizeOfForm(form: Form): number {
  switch (form.kind) {
    case 'embedded':
    case 'text':
      return utf8Bytes(form.text);
    case 'bytes':
      return bytesInBase64(form.data);
    case 'media':
      return form.media.sizeBytes;
    case 'link':
    case 'none':
      return 0;
  }
}

function textForm(mention: Mention, attachment: TextAttachment, room: Room): Form {
  const bytes = utf8Bytes(attachment.text);
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
function linkForm(mention: Mention, why: string | undefined): Form {
  if (why === undefined) {
    return { kind: 'link', expected: true };
  }
  return mention.kind === 'image' || mention.kind === 'audio'
    ? { kind: 'none', why, missing: false }
    : { kind: 'link', why, expected: false };
}

/** Words for a size beyond the budget, for one thing or for what the prompt still takes; nothing if it fits. */
function overBudget(bytes: number, what: 'text' | 'binary', room: Room): string | undefined {
  const one = what === 'text' ? room.limits.mentionBytes : room.limits.binaryBytes;
  const left = what === 'text' ? room.textBytes : room.binaryBytes;
  if (bytes > one) {
    return t('{0} is more than the limit of {1}', sizeInWords(bytes), sizeInWords(one));
  }
  return bytes > left
    ? t('{0} is more than the {1} this prompt still takes', sizeInWords(bytes), sizeInWords(left))
    : undefined;
}

function cutBody(
  mention: Mention,
  { text }: TextAttachment,
  room: Room,
): { readonly text: string; readonly cut: string } {
  const limit = Math.min(room.limits.mentionBytes, room.textBytes);
  const { text: kept, leftOut } = cutterOf(mention)(text, limit);
  return { text: kept, cut: leftOut };
}

/** What is newest stands last in terminals and conversations; everywhere else the start matters most. */
function cutterOf(mention: Mention): (text: string, limitBytes: number) => CutText {
  switch (mention.kind) {
    case 'gitDiff':
      return cutDiff;
    case 'terminal':
    case 'session':
      return cutHead;
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
      return cutTail;
  }
}

function mediaForm(mention: Mention, media: MediaAttachment, room: Room): Form {
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

function bytesForm(bytes: { readonly data: string; readonly sizeBytes: number }, room: Room): Form {
  const why =
    room.capabilities.embeddedContext === true
      ? overBudget(bytes.sizeBytes, 'binary', room)
      : t(NO_EMBEDDED);
  return why === undefined
    ? { kind: 'bytes', data: bytes.data }
    : { kind: 'link', why, expected: false };
}

const NOT_TAKEN = {
  image: said('this agent takes no images'),
  audio: said('this agent takes no sound'),
} as const;
const NO_EMBEDDED = said('this agent takes no embedded content');

const bytesInBase64 = (data: string): number =>
  Math.floor((data.replace(/=+$/, '').length * 3) / 4);
