import type { PromptCapabilities } from '@agentclientprotocol/sdk';
import type { Attachment, MediaAttachment, TextAttachment } from './attachment.ts';
import { truncateDiff, truncateStart, truncateEnd, type TruncatedText } from './truncate.ts';
import type { PromptLimits } from './promptLimits.ts';
import type { Mention } from './mention/mention.ts';
import { mentionUri } from './mention/mentionUri.ts';
import { formatByteSize, utf8ByteLength } from '../text/byteSize.ts';
import { isFileUri } from './mention/uri.ts';
import { localizable, t } from '../l10n.ts';

/** How a mention is sent to the agent, and the reason if it is not the preferred way. */
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
  /** Only a text that says why it is missing. */
  | { readonly kind: 'none'; readonly why: string; readonly missing: boolean };

/** What the agent accepts, and how much of the prompt's budget is left. */
export interface PromptBudget {
  readonly capabilities: PromptCapabilities;
  readonly limits: PromptLimits;
  readonly textBytes: number;
  readonly binaryBytes: number;
}

/** The budget of an empty prompt. */
export function createPromptBudget(
  capabilities: PromptCapabilities,
  limits: PromptLimits,
): PromptBudget {
  const { promptBytes: textBytes, promptBinaryBytes: binaryBytes } = limits;
  return { capabilities, limits, textBytes, binaryBytes };
}

/** Decides how a mention is sent: the best way that the agent supports, within the budget. */
export function representMention(
  mention: Mention,
  attachment: Attachment,
  budget: PromptBudget,
): MentionRepresentation {
  switch (attachment.kind) {
    case 'text':
      return representText(mention, attachment, budget);
    case 'image':
    case 'audio':
      return representMedia(mention, attachment, budget);
    case 'bytes':
      return attachment.data === undefined
        ? { kind: 'link', why: t('it is a binary file'), expected: true }
        : representBytes({ ...attachment, data: attachment.data }, budget);
    case 'link':
      return representLink(mention, attachment.why);
    case 'missing':
      return { kind: 'none', why: attachment.reason, missing: true };
  }
}

/** The budget that is left after a mention was added. */
export function budgetAfter(form: MentionRepresentation, budget: PromptBudget): PromptBudget {
  const bytes = representationBytes(form);
  switch (form.kind) {
    case 'embedded':
    case 'text':
      return { ...budget, textBytes: Math.max(0, budget.textBytes - bytes) };
    case 'bytes':
    case 'media':
      return { ...budget, binaryBytes: Math.max(0, budget.binaryBytes - bytes) };
    case 'link':
    case 'none':
      return budget;
  }
}

/** The bytes of content that a mention adds to the prompt. */
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

function representText(
  mention: Mention,
  attachment: TextAttachment,
  budget: PromptBudget,
): MentionRepresentation {
  const bytes = utf8ByteLength(attachment.text);
  const isFile = isFileUri(mentionUri(mention));
  const overBudget = getOverBudgetReason(bytes, 'text', budget);
  if (overBudget !== undefined && isFile) {
    return { kind: 'link', why: overBudget, expected: false };
  }
  const body =
    overBudget === undefined
      ? { text: attachment.text }
      : truncateBody(mention, attachment, budget);
  if (budget.capabilities.embeddedContext === true) {
    return { kind: 'embedded', ...body };
  }
  if (mention.kind === 'file' && attachment.unsaved !== true) {
    return { kind: 'link', why: t(NO_EMBEDDED), expected: true };
  }
  // A link would point to the saved text.
  return { kind: 'text', ...body, link: isFile && attachment.unsaved !== true };
}

/** Pasted content has no location that a link could point to. */
function representLink(mention: Mention, why: string | undefined): MentionRepresentation {
  if (why === undefined) {
    return { kind: 'link', expected: true };
  }
  return mention.kind === 'image' || mention.kind === 'audio'
    ? { kind: 'none', why, missing: false }
    : { kind: 'link', why, expected: false };
}

/** The reason why a size exceeds the limit for one mention or the rest of the budget; nothing if it fits. */
function getOverBudgetReason(
  bytes: number,
  what: 'text' | 'binary',
  budget: PromptBudget,
): string | undefined {
  const one = what === 'text' ? budget.limits.mentionBytes : budget.limits.binaryBytes;
  const left = what === 'text' ? budget.textBytes : budget.binaryBytes;
  if (bytes > one) {
    return t('{0} exceeds the limit of {1}', formatByteSize(bytes), formatByteSize(one));
  }
  return bytes > left
    ? t('{0} exceeds the {1} left for this message', formatByteSize(bytes), formatByteSize(left))
    : undefined;
}

function truncateBody(
  mention: Mention,
  { text }: TextAttachment,
  budget: PromptBudget,
): { readonly text: string; readonly cut: string } {
  const limit = Math.min(budget.limits.mentionBytes, budget.textBytes);
  const { text: kept, omitted: leftOut } = getTruncate(mention)(text, limit);
  return { text: kept, cut: leftOut };
}

/** In terminals and conversations the end is the newest part; everywhere else the start matters most. */
function getTruncate(mention: Mention): (text: string, limitBytes: number) => TruncatedText {
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

function representMedia(
  mention: Mention,
  media: MediaAttachment,
  budget: PromptBudget,
): MentionRepresentation {
  const isSupported =
    media.kind === 'image' ? budget.capabilities.image : budget.capabilities.audio;
  const why =
    isSupported === true
      ? getOverBudgetReason(media.sizeBytes, 'binary', budget)
      : t(NOT_SUPPORTED[media.kind]);
  if (why === undefined) {
    return { kind: 'media', media };
  }
  return isFileUri(mentionUri(mention))
    ? { kind: 'link', why, expected: false }
    : { kind: 'none', why, missing: false };
}

function representBytes(
  bytes: { readonly data: string; readonly sizeBytes: number },
  budget: PromptBudget,
): MentionRepresentation {
  const why =
    budget.capabilities.embeddedContext === true
      ? getOverBudgetReason(bytes.sizeBytes, 'binary', budget)
      : t(NO_EMBEDDED);
  return why === undefined
    ? { kind: 'bytes', data: bytes.data }
    : { kind: 'link', why, expected: false };
}

const NOT_SUPPORTED = {
  image: localizable("this agent doesn't support images"),
  audio: localizable("this agent doesn't support audio"),
} as const;
const NO_EMBEDDED = localizable("this agent doesn't support embedded content");

const bytesInBase64 = (data: string): number =>
  Math.floor((data.replace(/=+$/, '').length * 3) / 4);
