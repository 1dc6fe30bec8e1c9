import type { ContentBlock, PromptCapabilities } from '@agentclientprotocol/sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Attachment } from '../../../../src/core/prompt/attachment.ts';
import type { Mention } from '../../../../src/core/prompt/mention/mention.ts';
import { mentionKey, mentionUri } from '../../../../src/core/prompt/mention/mentionUri.ts';
import { buildPrompt } from '../../../../src/core/prompt/buildPrompt.ts';
import { mentionToMarkdown } from '../../../../src/core/prompt/draft.ts';
import { anyMention } from './anyMention.ts';
import {
  LIMITS,
  EMBEDS,
  PLAIN,
  ALL,
  file,
  selection,
  branchDiff,
  terminal,
  text,
  send,
} from './samples.ts';

const anyAttachment: fc.Arbitrary<Attachment> = fc.oneof(
  fc.record({
    kind: fc.constant('text' as const),
    text: fc.string({
      unit: fc.constantFrom('`', '\n', '~', 'a', 'é', '𝄞', 'diff --git a/x b/x\n'),
      maxLength: 60,
    }),
    mimeType: fc.constant('text/plain'),
  }),
  fc.record({
    kind: fc.constantFrom('image' as const, 'audio' as const),
    data: fc.base64String(),
    mimeType: fc.constant('image/png'),
    sizeBytes: fc.nat(),
  }),
  fc.record(
    {
      kind: fc.constant('bytes' as const),
      data: fc.base64String(),
      mimeType: fc.constant('application/pdf'),
      sizeBytes: fc.nat(),
    },
    { requiredKeys: ['kind', 'mimeType', 'sizeBytes'] },
  ),
  fc.record({ kind: fc.constant('link' as const) }),
  fc.record({ kind: fc.constant('missing' as const), reason: fc.string() }),
);
const anyCapabilities: fc.Arbitrary<PromptCapabilities> = fc.record(
  { image: fc.boolean(), audio: fc.boolean(), embeddedContext: fc.boolean() },
  { requiredKeys: [] },
);
const anyPart = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), text: fc.string({ minLength: 1 }) }),
  fc.record({ kind: fc.constant('mention' as const), mention: anyMention, read: anyAttachment }),
);

function attachmentsOf(
  parts: readonly { kind: string; mention?: Mention; read?: Attachment }[],
): Map<string, Attachment> {
  return new Map(
    parts.flatMap(part =>
      part.mention && part.read ? [[mentionKey(part.mention), part.read] as const] : [],
    ),
  );
}

function isAllowed(block: ContentBlock, capabilities: PromptCapabilities): boolean {
  switch (block.type) {
    case 'text':
    case 'resource_link':
      return true;
    case 'image':
      return capabilities.image === true;
    case 'audio':
      return capabilities.audio === true;
    case 'resource':
      return capabilities.embeddedContext === true;
  }
}

describe('buildPrompt for random drafts', () => {
  it('returns only block types that the agent supports, and something for each mention', () => {
    fc.assert(
      fc.property(fc.array(anyPart), anyCapabilities, (parts, capabilities) => {
        const { blocks, representations: forms } = buildPrompt(
          parts,
          attachmentsOf(parts),
          capabilities,
          LIMITS,
        );
        expect(blocks.every(block => isAllowed(block, capabilities))).toBe(true);
        expect(forms).toHaveLength(parts.filter(part => part.kind === 'mention').length);
        expect(blocks.length).toBeGreaterThanOrEqual(forms.length);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps every text as it was typed, in order', () => {
    fc.assert(
      fc.property(fc.array(anyPart), parts => {
        const typed = parts.flatMap(part =>
          part.kind === 'text' && part.text.trim() !== '' ? [part.text] : [],
        );
        const { blocks } = buildPrompt(parts, attachmentsOf(parts), ALL, LIMITS);
        const sent = blocks.flatMap(block => (block.type === 'text' ? [block.text] : []));
        let at = 0;
        for (const stretch of typed) {
          at = sent.indexOf(stretch, at) + 1;
          expect(at).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('keeps every byte of attached texts, embedded or fenced', () => {
    const body = fc.string({
      unit: fc.constantFrom('`', '``', '\n', '\r\n', '~~~', 'a', 'é', '𝄞', '\u2028'),
      maxLength: 60,
    });
    fc.assert(
      fc.property(
        body,
        fc.constantFrom(file, selection, branchDiff, terminal),
        (given, mention) => {
          const [name, embedded] = send(mention, text(given), EMBEDS).blocks;
          expect(name).toEqual({ type: 'text', text: mentionToMarkdown(mention) });
          expect(embedded).toMatchObject({ resource: { text: given, uri: mentionUri(mention) } });
          const written = send(mention, text(given), PLAIN).blocks.at(-1);
          expect(
            mention.kind === 'file' ||
              unfenced(written) === given ||
              unfenced(written) === `${given}\n`,
          ).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('keeps the text of a prompt within its budget', () => {
    const limits = { ...LIMITS, mentionBytes: 40, promptBytes: 90 };
    const note = 200;
    fc.assert(
      fc.property(fc.array(anyPart, { maxLength: 8 }), parts => {
        const mentions = parts.filter(part => part.kind === 'mention');
        const { blocks } = buildPrompt(mentions, attachmentsOf(parts), EMBEDS, limits);
        const embedded = blocks.flatMap(block =>
          block.type === 'resource' && 'text' in block.resource ? [block.resource.text] : [],
        );
        const bytes = Buffer.byteLength(embedded.join(''));
        expect(bytes).toBeLessThanOrEqual(limits.promptBytes + note * embedded.length);
      }),
    );
  });
});

/** The text between the fences as Markdown defines it: up to a line with at least as many backticks. */
function unfenced(block: ContentBlock | undefined): string | undefined {
  const words = block?.type === 'text' ? block.text : '';
  const [, ticks = '', rest = ''] = /(?:^|\n)(`{3,})[^`\n]*\n([\s\S]*)$/.exec(words) ?? [];
  const end = new RegExp(`(?:^|(?<=\n))\`{${ticks.length},}\\s*$`, 'm').exec(rest);
  return end && end.index + end[0].length === rest.length ? rest.slice(0, end.index) : undefined;
}
