import type { ContentBlock, PromptCapabilities } from '@agentclientprotocol/sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Attachment, TextAttachment } from '../../../../src/core/prompt/attachment.ts';
import { draftOf, type Draft } from '../../../../src/core/prompt/draft.ts';
import { explain } from '../../../../src/core/prompt/explain.ts';
import { limitsOf } from '../../../../src/core/prompt/limits.ts';
import type { Mention } from '../../../../src/core/prompt/mention.ts';
import { mentionKey, mentionUri } from '../../../../src/core/prompt/mentionUri.ts';
import { promptBlocks, type Prompt } from '../../../../src/core/prompt/promptBlocks.ts';
import { anyMention } from './mentions.ts';

const LIMITS = limitsOf(128);
const EMBEDS: PromptCapabilities = { embeddedContext: true };
const PLAIN: PromptCapabilities = {};
const ALL: PromptCapabilities = { image: true, audio: true, embeddedContext: true };

const uri = 'file:///abs/a.ts';
const file: Mention = { kind: 'file', uri };
const selection: Mention = {
  kind: 'selection',
  uri,
  range: { start: { line: 4, character: 0 }, end: { line: 14, character: 3 } },
};
const branchDiff: Mention = { kind: 'gitDiff', diff: { kind: 'branch', base: 'main' } };
const terminal: Mention = { kind: 'terminal', name: 'zsh', capture: 'c1', command: 'npm test' };
const pasted: Mention = { kind: 'image', name: 'Pasted image', capture: 'c2' };
const text = (body: string): TextAttachment => ({
  kind: 'text',
  text: body,
  mimeType: 'text/typescript',
});
const image: Attachment = { kind: 'image', data: 'iVBORw==', mimeType: 'image/png', sizeBytes: 4 };

function send(
  mention: Mention,
  attachment: Attachment,
  capabilities: PromptCapabilities,
  limits = LIMITS,
): Prompt {
  const attachments = new Map([[mentionKey(mention), attachment]]);
  return promptBlocks([{ kind: 'mention', mention }], attachments, capabilities, limits);
}

describe('promptBlocks', () => {
  it('keeps text and mentions in order, each mention a block of its own', () => {
    const draft = draftOf({ text: 'Compare  and that', mentions: [{ at: 8, mention: file }] });
    const { blocks } = promptBlocks(
      draft,
      new Map([[mentionKey(file), text('x')]]),
      EMBEDS,
      LIMITS,
    );
    expect(blocks).toEqual([
      { type: 'text', text: 'Compare ' },
      { type: 'resource', resource: { uri, text: 'x', mimeType: 'text/typescript' } },
      { type: 'text', text: ' and that' },
    ]);
  });

  it('sends a file as a link with name, type and size to an agent without embedded content', () => {
    expect(send(file, { ...text('höhe'), title: 'src/a.ts' }, PLAIN).blocks).toEqual([
      {
        type: 'resource_link',
        uri,
        name: 'a.ts',
        title: 'src/a.ts',
        mimeType: 'text/typescript',
        size: 5,
      },
    ]);
  });

  it('sends a folder as a link with a slash at the end, whatever the agent takes', () => {
    const folder: Mention = { kind: 'folder', uri: 'file:///abs/dir/' };
    for (const capabilities of [PLAIN, ALL]) {
      expect(send(folder, { kind: 'link' }, capabilities).blocks).toEqual([
        {
          type: 'resource_link',
          uri: 'file:///abs/dir/',
          name: 'dir',
          mimeType: 'inode/directory',
        },
      ]);
    }
  });

  it('never loses the body of a selection: embedded, or as a link with the text beside it', () => {
    expect(send(selection, text('const a = 1;'), EMBEDS).blocks).toEqual([
      {
        type: 'resource',
        resource: {
          uri: 'file:///abs/a.ts#L5:15',
          text: 'const a = 1;',
          mimeType: 'text/typescript',
        },
      },
    ]);
    expect(send(selection, text('const a = 1;'), PLAIN).blocks).toEqual([
      {
        type: 'resource_link',
        uri: 'file:///abs/a.ts#L5:15',
        name: 'a.ts:5-15',
        mimeType: 'text/typescript',
      },
      { type: 'text', text: '```ts\nconst a = 1;\n```' },
    ]);
  });

  it('never loses unsaved text: an agent that takes links only gets it as text, and no link to what is on disk', () => {
    const unsaved: Attachment = { ...text('typed'), unsaved: true };
    expect(send(file, unsaved, PLAIN).blocks).toEqual([
      { type: 'text', text: `[@a.ts](${uri})\n\`\`\`ts\ntyped\n\`\`\`` },
    ]);
    expect(send(file, text('saved'), PLAIN).blocks).toMatchObject([{ type: 'resource_link', uri }]);
  });

  it('sends a symbol as it sends a selection', () => {
    const symbol: Mention = { kind: 'symbol', uri, name: 'wrap', lines: { start: 9, end: 20 } };
    expect(send(symbol, text('x\n'), PLAIN).blocks).toMatchObject([
      { type: 'resource_link', uri: 'file:///abs/a.ts?symbol=wrap#L10:20', name: 'wrap' },
      { type: 'text', text: '```ts\nx\n```' },
    ]);
  });

  it('writes out what no agent can look up, under a link that works in VS Code', () => {
    const diff: Attachment = {
      kind: 'text',
      text: 'diff --git a/x b/x\n',
      mimeType: 'text/x-diff',
    };
    expect(send(branchDiff, diff, PLAIN).blocks).toEqual([
      {
        type: 'text',
        text: '[@Changes since main](vscode://accord-acp.accord/git-diff?base=main)\n```diff\ndiff --git a/x b/x\n```',
      },
    ]);
    expect(send(branchDiff, diff, EMBEDS).blocks).toEqual([
      {
        type: 'resource',
        resource: {
          uri: 'vscode://accord-acp.accord/git-diff?base=main',
          text: 'diff --git a/x b/x\n',
          mimeType: 'text/x-diff',
        },
      },
    ]);
  });

  it('writes out a selection of an untitled document without a link', () => {
    const inUntitled: Mention = { ...selection, uri: 'untitled:Untitled-1' };
    expect(send(inUntitled, text('a'), PLAIN).blocks).toHaveLength(1);
  });

  it('sends an image only to an agent that takes images', () => {
    const picture: Mention = { kind: 'file', uri: 'file:///abs/p.png' };
    expect(send(picture, image, { image: true }).blocks).toEqual([
      { type: 'image', data: 'iVBORw==', mimeType: 'image/png', uri: 'file:///abs/p.png' },
    ]);
    expect(send(pasted, image, { image: true }).blocks).toEqual([
      { type: 'image', data: 'iVBORw==', mimeType: 'image/png' },
    ]);
    expect(send(picture, image, EMBEDS).blocks).toMatchObject([{ type: 'resource_link', size: 4 }]);
    const refused = send(pasted, image, EMBEDS);
    expect(refused.blocks).toMatchObject([{ type: 'text' }]);
    expect(refused.notes).toEqual([
      {
        kind: 'refused',
        key: mentionKey(pasted),
        message: 'Pasted image: not sent: this agent takes no images.',
      },
    ]);
  });

  it('sends sound only to an agent that takes sound', () => {
    const sound: Mention = { kind: 'file', uri: 'file:///abs/s.wav' };
    const audio: Attachment = {
      kind: 'audio',
      data: 'UklGRg==',
      mimeType: 'audio/wav',
      sizeBytes: 4,
    };
    expect(send(sound, audio, { audio: true }).blocks).toEqual([
      { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' },
    ]);
    expect(send(sound, audio, { image: true }).blocks).toMatchObject([{ type: 'resource_link' }]);
  });

  it('sends a binary file as a link, and its bytes only if the user asks and the agent takes them', () => {
    const pdf: Mention = { kind: 'file', uri: 'file:///abs/p.pdf' };
    const facts = { kind: 'bytes', mimeType: 'application/pdf', sizeBytes: 3 } as const;
    const link = {
      type: 'resource_link',
      uri: 'file:///abs/p.pdf',
      name: 'p.pdf',
      mimeType: 'application/pdf',
      size: 3,
    };
    expect(send(pdf, facts, ALL).blocks).toEqual([link]);
    const asked: Mention = { ...pdf, embed: true };
    expect(send(asked, { ...facts, data: 'AAAA' }, PLAIN).blocks).toEqual([link]);
    expect(send(asked, { ...facts, data: 'AAAA' }, ALL).blocks).toEqual([
      {
        type: 'resource',
        resource: { uri: 'file:///abs/p.pdf', blob: 'AAAA', mimeType: 'application/pdf' },
      },
    ]);
  });

  it('says in place of a lost file what is missing, and tells the user', () => {
    const { blocks, notes } = send(
      file,
      { kind: 'missing', reason: 'the file no longer exists' },
      ALL,
    );
    expect(blocks).toEqual([
      { type: 'text', text: '[@a.ts](file:///abs/a.ts) (not attached: the file no longer exists)' },
    ]);
    expect(notes).toMatchObject([
      { kind: 'missing', message: 'a.ts: not sent: the file no longer exists.' },
    ]);
  });

  it('keeps a slash command as the first text', () => {
    const draft: Draft = [
      { kind: 'text', text: '/review please ' },
      { kind: 'mention', mention: terminal },
    ];
    const { blocks } = promptBlocks(
      draft,
      new Map([[mentionKey(terminal), text('ok')]]),
      PLAIN,
      LIMITS,
    );
    expect(blocks[0]).toEqual({ type: 'text', text: '/review please ' });
  });

  it('sends the content of a thing once, however often it is mentioned', () => {
    const draft: Draft = [file, branchDiff, file, branchDiff].map(mention => ({
      kind: 'mention',
      mention,
    }));
    const read = new Map([file, branchDiff].map(mention => [mentionKey(mention), text('body')]));
    const { blocks } = promptBlocks(draft, read, ALL, LIMITS);
    expect(blocks.map(block => block.type)).toEqual([
      'resource',
      'resource',
      'resource_link',
      'text',
    ]);
  });
});

const fileDiff = (name: string, size: number): string =>
  `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n+${'y'.repeat(size)}\n`;

describe('the budget', () => {
  const small = { ...LIMITS, mentionBytes: 100, promptBytes: 150 };

  it('turns a file beyond it into a link and says so', () => {
    const { blocks, notes } = send(file, text('x'.repeat(101)), ALL, small);
    expect(blocks).toMatchObject([{ type: 'resource_link', size: 101 }]);
    expect(notes).toMatchObject([
      {
        kind: 'linked',
        message: 'a.ts: sent as a link: 101 bytes is more than the limit of 100 bytes.',
      },
    ]);
  });

  it('counts all mentions of a prompt together', () => {
    const other: Mention = { kind: 'file', uri: 'file:///abs/b.ts' };
    const draft: Draft = [file, other].map(mention => ({ kind: 'mention', mention }));
    const read = new Map([file, other].map(mention => [mentionKey(mention), text('x'.repeat(90))]));
    const { blocks, notes, sizeBytes } = promptBlocks(draft, read, ALL, small);
    expect(blocks.map(block => block.type)).toEqual(['resource', 'resource_link']);
    expect(notes).toMatchObject([{ kind: 'linked' }]);
    expect(sizeBytes).toBe(90);
  });

  it('cuts a diff between files and names what is left out, to the agent and to the user', () => {
    const diff = fileDiff('one.ts', 5) + fileDiff('big.ts', 500) + fileDiff('two.ts', 5);
    const limits = { ...LIMITS, mentionBytes: 200 };
    const { blocks, notes } = send(branchDiff, text(diff), ALL, limits);
    expect(blocks).toMatchObject([
      {
        resource: {
          text: `${fileDiff('one.ts', 5)}${fileDiff('two.ts', 5)}[Left out for size: the changes of big.ts (557 bytes)]\n`,
        },
      },
    ]);
    expect(notes).toMatchObject([{ kind: 'cut' }]);
  });

  it('keeps the end of a terminal and the start of everything else', () => {
    const rows = Array.from({ length: 50 }, (_, row) => `row ${row}\n`).join('');
    const end = send(terminal, text(rows), ALL, small).blocks;
    expect(JSON.stringify(end)).toContain('row 49');
    expect(JSON.stringify(end)).not.toContain('row 1\\n');
    const problems: Mention = { kind: 'problems', severity: 'error' };
    const start = send(problems, text(rows), ALL, small).blocks;
    expect(JSON.stringify(start)).toContain('row 1\\n');
    expect(JSON.stringify(start)).toMatch(/Left out for size: the last \d+ lines/);
  });

  it('never lets a picture through that is too large', () => {
    const huge: Attachment = { ...image, sizeBytes: 30_000_000 };
    expect(send(pasted, huge, ALL).notes).toMatchObject([{ kind: 'refused' }]);
  });
});

describe('notes', () => {
  it('warn of secrets, stale content, odd encodings and unsaved text behind a link', () => {
    const env: Mention = { kind: 'file', uri: 'file:///w/.env' };
    expect(send(env, text('KEY=1'), ALL).notes).toMatchObject([{ kind: 'secret' }]);
    const outside: Attachment = { ...text('a'), outside: '/home/ann/.ssh/id_rsa' };
    expect(send(file, outside, ALL).notes.map(note => note.kind)).toEqual(['outside', 'secret']);
    const stale: Attachment = { ...text('a'), stale: true, encoding: 'ISO 8859-1' };
    expect(send(file, stale, ALL).notes.map(note => note.kind)).toEqual(['stale', 'encoding']);
    const unsaved: Attachment = { ...text('a'), unsaved: true };
    expect(send(file, unsaved, PLAIN).notes).toEqual([]);
    const large: Attachment = { ...text('a'.repeat(2000)), unsaved: true };
    const kinds = send(file, large, PLAIN, limitsOf(1)).notes.map(note => note.kind);
    expect(kinds).toEqual(['linked', 'unsaved']);
    expect(send(file, unsaved, ALL).notes).toEqual([]);
  });
});

describe('explain', () => {
  it.each<[Mention, Attachment, PromptCapabilities, string]>([
    [file, text('x'.repeat(12_288)), ALL, 'Embedded, 12 kB'],
    [file, text('x'), PLAIN, 'Link: this agent takes no embedded content'],
    [file, text('x'.repeat(200_000)), ALL, 'Link: 195 kB is more than the limit of 128 kB'],
    [selection, text('xyz'), PLAIN, 'Link and text, 3 bytes: this agent takes no embedded content'],
    [terminal, text('x'), PLAIN, 'Text, 1 byte: this agent takes no embedded content'],
    [pasted, image, ALL, 'Image, 4 bytes'],
    [pasted, image, PLAIN, 'Not sent: this agent takes no images'],
    [{ kind: 'folder', uri: 'file:///d/' }, { kind: 'link' }, ALL, 'Link'],
    [file, { kind: 'missing', reason: 'the file is gone' }, ALL, 'Not sent: the file is gone'],
    [
      { kind: 'file', uri: 'file:///w/.env' },
      text('K=1'),
      ALL,
      'Embedded, 3 bytes\n.env: it looks confidential (environment file).',
    ],
  ])('tells for %o what will be sent', (mention, attachment, capabilities, words) => {
    expect(explain(mention, attachment, capabilities, LIMITS)).toBe(words);
  });
});

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

describe('for any draft', () => {
  it('no block is of a type the agent did not advertise, and each mention leaves a trace', () => {
    fc.assert(
      fc.property(fc.array(anyPart), anyCapabilities, (parts, capabilities) => {
        const { blocks, forms } = promptBlocks(parts, attachmentsOf(parts), capabilities, LIMITS);
        expect(blocks.every(block => isAllowed(block, capabilities))).toBe(true);
        expect(forms).toHaveLength(parts.filter(part => part.kind === 'mention').length);
        expect(blocks.length).toBeGreaterThanOrEqual(forms.length);
      }),
      { numRuns: 500 },
    );
  });

  it('each stretch of text arrives as it was typed, in order', () => {
    fc.assert(
      fc.property(fc.array(anyPart), parts => {
        const typed = parts.flatMap(part =>
          part.kind === 'text' && part.text.trim() !== '' ? [part.text] : [],
        );
        const { blocks } = promptBlocks(parts, attachmentsOf(parts), ALL, LIMITS);
        const sent = blocks.flatMap(block => (block.type === 'text' ? [block.text] : []));
        let at = 0;
        for (const stretch of typed) {
          at = sent.indexOf(stretch, at) + 1;
          expect(at).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('no byte of an attached text changes, embedded or fenced', () => {
    const body = fc.string({
      unit: fc.constantFrom('`', '``', '\n', '\r\n', '~~~', 'a', 'é', '𝄞', '\u2028'),
      maxLength: 60,
    });
    fc.assert(
      fc.property(
        body,
        fc.constantFrom(file, selection, branchDiff, terminal),
        (given, mention) => {
          const [embedded] = send(mention, text(given), EMBEDS).blocks;
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

  it('the text of a prompt stays within its budget', () => {
    const limits = { ...LIMITS, mentionBytes: 40, promptBytes: 90 };
    const note = 200;
    fc.assert(
      fc.property(fc.array(anyPart, { maxLength: 8 }), parts => {
        const mentions = parts.filter(part => part.kind === 'mention');
        const { blocks } = promptBlocks(mentions, attachmentsOf(parts), EMBEDS, limits);
        const embedded = blocks.flatMap(block =>
          block.type === 'resource' && 'text' in block.resource ? [block.resource.text] : [],
        );
        const bytes = Buffer.byteLength(embedded.join(''));
        expect(bytes).toBeLessThanOrEqual(limits.promptBytes + note * embedded.length);
      }),
    );
  });
});

/** What stands between the fences, as a Markdown reader finds it: up to a line of at least as many backticks. */
function unfenced(block: ContentBlock | undefined): string | undefined {
  const words = block?.type === 'text' ? block.text : '';
  const [, ticks = '', rest = ''] = /(?:^|\n)(`{3,})[^`\n]*\n([\s\S]*)$/.exec(words) ?? [];
  const end = new RegExp(`(?:^|(?<=\n))\`{${ticks.length},}\\s*$`, 'm').exec(rest);
  return end && end.index + end[0].length === rest.length ? rest.slice(0, end.index) : undefined;
}
