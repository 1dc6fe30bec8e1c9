import type { PromptCapabilities } from '@agentclientprotocol/sdk';
import type { Attachment, TextAttachment } from '../../../../src/core/prompt/attachment.ts';
import { createPromptLimits } from '../../../../src/core/prompt/promptLimits.ts';
import type { Mention } from '../../../../src/core/prompt/mention/mention.ts';
import { mentionKey } from '../../../../src/core/prompt/mention/mentionUri.ts';
import { buildPrompt, type BuiltPrompt } from '../../../../src/core/prompt/buildPrompt.ts';

/** The capabilities of an agent and the limits of a prompt, for the tests of prompts. */
export const LIMITS = createPromptLimits(128);
export const EMBEDS: PromptCapabilities = { embeddedContext: true };
export const PLAIN: PromptCapabilities = {};
export const ALL: PromptCapabilities = { image: true, audio: true, embeddedContext: true };

/** One mention of each kind. */
export const uri = 'file:///abs/a.ts';
export const file = { kind: 'file', uri } as const satisfies Mention;
export const selection = {
  kind: 'selection',
  uri,
  range: { start: { line: 4, character: 0 }, end: { line: 14, character: 3 } },
} as const satisfies Mention;
export const branchDiff = {
  kind: 'gitDiff',
  diff: { kind: 'branch', base: 'main' },
} as const satisfies Mention;
export const terminal = {
  kind: 'terminal',
  name: 'zsh',
  capture: 'c1',
  command: 'npm test',
} as const satisfies Mention;
export const pasted = {
  kind: 'image',
  name: 'Pasted image',
  capture: 'c2',
} as const satisfies Mention;
/** The text that was read for a mention. */
export const text = (body: string): TextAttachment => ({
  kind: 'text',
  text: body,
  mimeType: 'text/typescript',
});
export const image = {
  kind: 'image',
  data: 'iVBORw==',
  mimeType: 'image/png',
  sizeBytes: 4,
} as const satisfies Attachment;

/** The prompt for a single mention. */
export function send(
  mention: Mention,
  attachment: Attachment,
  capabilities: PromptCapabilities,
  limits = LIMITS,
): BuiltPrompt {
  const attachments = new Map([[mentionKey(mention), attachment]]);
  return buildPrompt([{ kind: 'mention', mention }], attachments, capabilities, limits);
}
