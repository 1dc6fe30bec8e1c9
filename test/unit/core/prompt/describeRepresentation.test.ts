import type { PromptCapabilities } from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';
import type { Attachment } from '../../../../src/core/prompt/attachment.ts';
import { describeRepresentation } from '../../../../src/core/prompt/describeRepresentation.ts';
import type { Mention } from '../../../../src/core/prompt/mention/mention.ts';
import {
  createPromptBudget,
  representMention,
} from '../../../../src/core/prompt/mentionRepresentation.ts';
import { LIMITS, PLAIN, ALL, file, selection, terminal, pasted, text, image } from './samples.ts';

describe('describeRepresentation', () => {
  it.each<[Mention, Attachment, PromptCapabilities, string]>([
    [file, text('x'.repeat(12_288)), ALL, 'Embedded, 12 KB'],
    [file, text('x'), PLAIN, "Link: this agent doesn't support embedded content"],
    [file, text('x'.repeat(200_000)), ALL, 'Link: 195 KB exceeds the limit of 128 KB'],
    [
      selection,
      text('xyz'),
      PLAIN,
      "Link and text, 3 bytes (this agent doesn't support embedded content)",
    ],
    [terminal, text('x'), PLAIN, "Text, 1 byte (this agent doesn't support embedded content)"],
    [pasted, image, ALL, 'Image, 4 bytes'],
    [pasted, image, PLAIN, "Not sent: this agent doesn't support images"],
    [{ kind: 'folder', uri: 'file:///d/' }, { kind: 'link' }, ALL, 'Link'],
    [file, { kind: 'missing', reason: 'the file is gone' }, ALL, 'Not sent: the file is gone'],
    [{ kind: 'file', uri: 'file:///w/.env' }, text('K=1'), ALL, 'Embedded, 3 bytes'],
  ])('describes how %o will be sent', (mention, attachment, capabilities, expected) => {
    const budget = createPromptBudget(capabilities, LIMITS);
    expect(describeRepresentation(representMention(mention, attachment, budget))).toBe(expected);
  });
});
