import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { getAgentQuirks } from '../../../../src/core/catalog/agentQuirks.ts';
import { MemoryDocuments } from '../../../fakes/memoryDocuments.ts';
import { tableEncodings } from '../../../fakes/tableEncodings.ts';
import { createAgentFiles } from './createAgentFiles.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

let folder = '';
let path = '';

beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder, 'file.txt');
});

describe('AgentFiles.read', () => {
  it('returns the requested lines exactly as they are in the file', async () => {
    await writeFile(path, 'one\r\ntwo\nthree\rstill three\r\n\u2028four');
    const files = await createAgentFiles(folder);
    const read = async (line: number | null, limit: number | null): Promise<string> =>
      (await files.read({ path, line, limit })).content;
    expect(await read(null, null)).toBe('one\r\ntwo\nthree\rstill three\r\n\u2028four');
    expect(await read(1, 1)).toBe('one\r\n');
    expect(await read(0, 1)).toBe('one\r\n');
    expect(await read(2, 2)).toBe('two\nthree\rstill three\r\n');
    expect(await read(4, 9)).toBe('\u2028four');
    expect(await read(5, 1)).toBe('');
    expect(await read(2 ** 31, 2 ** 31)).toBe('');
    expect(await read(1, 0)).toBe('');
    expect(await read(2, null)).toBe('two\nthree\rstill three\r\n\u2028four');
  });

  it('loses nothing when a file is read in parts', async () => {
    const files = await createAgentFiles(folder);
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\n', '\r\n', '\r', '') });
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 4 }), async (content, limit) => {
        await writeFile(path, content);
        const parts: string[] = [];
        for (let line = 1; line <= content.length + 1; line += limit) {
          parts.push((await files.read({ path, line, limit })).content);
        }
        expect(parts.join('')).toBe(content);
      }),
      { numRuns: 50 },
    );
  });

  it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %s lines', async count => {
    await writeFile(path, 'a');
    const files = await createAgentFiles(folder);
    await expect(files.read({ path, line: count })).rejects.toMatchObject({ code: -32_602 });
    await expect(files.read({ path, limit: count })).rejects.toMatchObject({ code: -32_602 });
  });

  it('returns the unsaved text of an open file, else the text on disk', async () => {
    await writeFile(path, 'on disk');
    const documents = new MemoryDocuments();
    const files = await createAgentFiles(folder, { documents });
    documents.open.set(path, { text: 'unsaved', isDirty: true });
    expect(await files.read({ path })).toEqual({ content: 'unsaved' });
    documents.open.set(path, { text: 'not yet reloaded', isDirty: false });
    expect(await files.read({ path })).toEqual({ content: 'on disk' });
  });

  it('returns what a command has just changed', async () => {
    const files = await createAgentFiles(folder);
    for (const text of ['first', 'secnd', 'third']) {
      await writeFile(path, text);
      expect(await files.read({ path })).toEqual({ content: text });
    }
  });

  it('responds with -32002, the path and its URI if there is no file', async () => {
    const files = await createAgentFiles(folder);
    const missing = { code: -32_002, data: { path, uri: pathToFileURL(path).href } };
    await expect(files.read({ path })).rejects.toMatchObject(missing);
    const deeper = join(folder, 'no', 'such', 'folder', 'x');
    await expect(files.read({ path: deeper })).rejects.toMatchObject({ code: -32_002 });
  });

  it('returns an empty text for a missing file to Gemini, which could not create one otherwise', async () => {
    const files = await createAgentFiles(folder, { quirks: getAgentQuirks('gemini-cli') });
    expect(await files.read({ path })).toEqual({ content: '' });
    await files.write({ path, content: 'made\n' });
    expect(await files.read({ path })).toEqual({ content: 'made\n' });
  });

  it('never returns a folder, a pipe, a socket, a binary or a huge file as text', async () => {
    const make = (name: string): string => join(folder, name);
    await mkdir(make('folder'));
    execFileSync('mkfifo', [make('pipe')]);
    await writeFile(make('binary'), Buffer.of(0x7f, 0x45, 0, 1, 2, 3, 4));
    await writeFile(make('huge'), '');
    await truncate(make('huge'), 1024 ** 3);
    const server = createServer();
    await new Promise<void>(resolve => server.listen(make('socket'), resolve));
    onTestFinished(() => void server.close());
    const files = await createAgentFiles(folder);
    for (const [name, words] of [
      ['folder', 'is a folder'],
      ['pipe', 'not a normal file'],
      ['socket', 'not a normal file'],
      ['binary', 'binary'],
      ['huge', 'larger than 50 MB'],
    ] as const) {
      await expect(files.read({ path: make(name) }), name).rejects.toThrow(words);
      await expect(files.write({ path: make(name), content: 'x' }), name).rejects.toThrow(words);
    }
  });

  it('asks to read in parts what does not fit into one response', async () => {
    await writeFile(path, `${'x'.repeat(99)}\n`.repeat(100_000));
    const files = await createAgentFiles(folder);
    await expect(files.read({ path })).rejects.toThrow('line and limit');
    expect((await files.read({ path, line: 100_000 })).content).toHaveLength(100);
  });

  it('reads text with a byte order mark as Unicode, and other text like the editor', async () => {
    const encodings = tableEncodings('windows1252');
    const files = await createAgentFiles(folder, { encodings });
    const cases: readonly (readonly [Buffer, string])[] = [
      [Buffer.from('\uFEFFé', 'utf8'), 'é'],
      [Buffer.from('\uFEFFé', 'utf16le'), 'é'],
      [Buffer.from('\uFEFFé', 'utf16le').swap16(), 'é'],
      [Buffer.of(0xe9, 0x80), 'é€'],
      [Buffer.alloc(0), ''],
    ];
    for (const [bytes, text] of cases) {
      await writeFile(path, bytes);
      expect(await files.read({ path })).toEqual({ content: text });
    }
    const unmarked = await createAgentFiles(folder);
    await writeFile(path, Buffer.from('plain text', 'utf16le'));
    expect(await unmarked.read({ path })).toEqual({ content: 'plain text' });
  });
});
