import { describe, expect, it } from 'vitest';
import type { Attachment } from '../../../../src/core/prompt/attachment.ts';
import { toDraft, type Draft } from '../../../../src/core/prompt/draft.ts';
import { createPromptLimits } from '../../../../src/core/prompt/promptLimits.ts';
import type { Mention } from '../../../../src/core/prompt/mention/mention.ts';
import { mentionKey } from '../../../../src/core/prompt/mention/mentionUri.ts';
import { buildPrompt } from '../../../../src/core/prompt/buildPrompt.ts';
import {
  LIMITS,
  EMBEDS,
  PLAIN,
  ALL,
  uri,
  file,
  selection,
  branchDiff,
  terminal,
  pasted,
  text,
  image,
  send,
} from './samples.ts';

describe('buildPrompt', () => {
  it('keeps text and mentions in order, with the name before the content of each', () => {
    const draft = toDraft({ text: 'Compare  and that', mentions: [{ at: 8, mention: file }] });
    const { blocks } = buildPrompt(draft, new Map([[mentionKey(file), text('x')]]), EMBEDS, LIMITS);
    expect(blocks).toEqual([
      { type: 'text', text: 'Compare ' },
      { type: 'text', text: '[@a.ts](file:///abs/a.ts)' },
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

  it('sends a folder as a link with a trailing slash to any agent', () => {
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

  it('sends the text of a selection embedded, or next to a link', () => {
    expect(send(selection, text('const a = 1;'), EMBEDS).blocks).toEqual([
      { type: 'text', text: '[@a.ts:5-15](file:///abs/a.ts#L5:15)' },
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

  it('sends unsaved text as text, without a link to the file on disk, to an agent that supports only links', () => {
    const unsaved: Attachment = { ...text('typed'), unsaved: true };
    expect(send(file, unsaved, PLAIN).blocks).toEqual([
      { type: 'text', text: `[@a.ts](${uri})\n\`\`\`ts\ntyped\n\`\`\`` },
    ]);
    expect(send(file, text('saved'), PLAIN).blocks).toMatchObject([{ type: 'resource_link', uri }]);
  });

  it('sends a symbol like a selection', () => {
    const symbol: Mention = { kind: 'symbol', uri, name: 'wrap', lines: { start: 9, end: 20 } };
    expect(send(symbol, text('x\n'), PLAIN).blocks).toMatchObject([
      { type: 'resource_link', uri: 'file:///abs/a.ts?symbol=wrap#L10:20', name: 'wrap' },
      { type: 'text', text: '```ts\nx\n```' },
    ]);
  });

  it('sends text that no agent can look up below a link that works in VS Code', () => {
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
        type: 'text',
        text: '[@Changes since main](vscode://accord-acp.accord/git-diff?base=main)',
      },
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

  it('sends a selection of an untitled document without a link', () => {
    const inUntitled: Mention = { ...selection, uri: 'untitled:Untitled-1' };
    expect(send(inUntitled, text('a'), PLAIN).blocks).toHaveLength(1);
  });

  it('sends an image only to an agent that supports images', () => {
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
        message: "Pasted image: not sent: this agent doesn't support images.",
      },
    ]);
  });

  it('sends audio only to an agent that supports audio', () => {
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

  it('sends a binary file as a link, and its bytes only if the user wants it and the agent supports it', () => {
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

  it('replaces a missing file by a text and notifies the user', () => {
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
    const { blocks } = buildPrompt(
      draft,
      new Map([[mentionKey(terminal), text('ok')]]),
      PLAIN,
      LIMITS,
    );
    expect(blocks[0]).toEqual({ type: 'text', text: '/review please ' });
  });

  it('sends the content of a repeated mention only once', () => {
    const draft: Draft = [file, branchDiff, file, branchDiff].map(mention => ({
      kind: 'mention',
      mention,
    }));
    const read = new Map([file, branchDiff].map(mention => [mentionKey(mention), text('body')]));
    const { blocks } = buildPrompt(draft, read, ALL, LIMITS);
    expect(blocks.map(block => block.type)).toEqual([
      'text',
      'resource',
      'text',
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

  it('turns a file that exceeds it into a link, with a note', () => {
    const { blocks, notes } = send(file, text('x'.repeat(101)), ALL, small);
    expect(blocks).toMatchObject([{ type: 'resource_link', size: 101 }]);
    expect(notes).toMatchObject([
      {
        kind: 'linked',
        message: 'a.ts: sent as a link: 101 bytes exceeds the limit of 100 bytes.',
      },
    ]);
  });

  it('counts all mentions of a prompt together', () => {
    const other: Mention = { kind: 'file', uri: 'file:///abs/b.ts' };
    const draft: Draft = [file, other].map(mention => ({ kind: 'mention', mention }));
    const read = new Map([file, other].map(mention => [mentionKey(mention), text('x'.repeat(90))]));
    const { blocks, notes, sizeBytes } = buildPrompt(draft, read, ALL, small);
    expect(blocks.map(block => block.type)).toEqual(['text', 'resource', 'resource_link']);
    expect(notes).toMatchObject([{ kind: 'linked' }]);
    expect(sizeBytes).toBe(90);
  });

  it('cuts a diff between files and lists the omitted files', () => {
    const diff = fileDiff('one.ts', 5) + fileDiff('big.ts', 500) + fileDiff('two.ts', 5);
    const limits = { ...LIMITS, mentionBytes: 200 };
    const {
      blocks: [, ...blocks],
      notes,
    } = send(branchDiff, text(diff), ALL, limits);
    expect(blocks).toMatchObject([
      {
        resource: {
          text: `${fileDiff('one.ts', 5)}${fileDiff('two.ts', 5)}[Omitted because of size: the changes in big.ts (557 bytes)]\n`,
        },
      },
    ]);
    expect(notes).toMatchObject([{ kind: 'cut' }]);
  });

  it('keeps the end of terminal output and the start of everything else', () => {
    const rows = Array.from({ length: 50 }, (_, row) => `row ${row}\n`).join('');
    const end = send(terminal, text(rows), ALL, small).blocks;
    expect(JSON.stringify(end)).toContain('row 49');
    expect(JSON.stringify(end)).not.toContain('row 1\\n');
    const problems: Mention = { kind: 'problems', severity: 'error' };
    const start = send(problems, text(rows), ALL, small).blocks;
    expect(JSON.stringify(start)).toContain('row 1\\n');
    expect(JSON.stringify(start)).toMatch(/Omitted because of size: the last \d+ lines/);
  });

  it('never sends an image that is too large', () => {
    const huge: Attachment = { ...image, sizeBytes: 30_000_000 };
    expect(send(pasted, huge, ALL).notes).toMatchObject([{ kind: 'refused' }]);
  });
});

describe('notes', () => {
  it('warn about secrets, stale content, unusual encodings and unsaved text behind a link', () => {
    const env: Mention = { kind: 'file', uri: 'file:///w/.env' };
    expect(send(env, text('KEY=1'), ALL).notes).toMatchObject([{ kind: 'secret' }]);
    const outside: Attachment = { ...text('a'), outside: '/home/ann/.ssh/id_rsa' };
    expect(send(file, outside, ALL).notes.map(note => note.kind)).toEqual(['outside', 'secret']);
    const stale: Attachment = { ...text('a'), stale: true, encoding: 'ISO 8859-1' };
    expect(send(file, stale, ALL).notes.map(note => note.kind)).toEqual(['stale', 'encoding']);
    const unsaved: Attachment = { ...text('a'), unsaved: true };
    expect(send(file, unsaved, PLAIN).notes).toEqual([]);
    const large: Attachment = { ...text('a'.repeat(2000)), unsaved: true };
    const kinds = send(file, large, PLAIN, createPromptLimits(1)).notes.map(note => note.kind);
    expect(kinds).toEqual(['linked', 'unsaved']);
    expect(send(file, unsaved, ALL).notes).toEqual([]);
  });
});
