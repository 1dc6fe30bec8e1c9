import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import {
  chmod,
  mkdir,
  readFile,
  readdir,
  readlink,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { AgentWrite, FailedWrite } from '../../../../src/agent/files/agentFiles.ts';
import { getAgentQuirks } from '../../../../src/core/catalog/agentQuirks.ts';
import { MemoryDocuments } from '../../../fakes/memoryDocuments.ts';
import { tableEncodings } from '../../../fakes/tableEncodings.ts';
import { createAgentFiles } from './createAgentFiles.ts';
import { createPathGuard, User } from './createPathGuard.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

let folder = '';
let path = '';

beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder, 'file.txt');
});

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

const textOf = (file: string): Promise<string> => readFile(file, 'utf8');

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

describe('AgentFiles.write', () => {
  it('creates the file and its folders, and leaves nothing else behind', async () => {
    const files = await createAgentFiles(folder);
    const deep = join(folder, 'a', 'b', 'c.txt');
    const write = await files.write({ path: deep, content: 'new\n' });
    expect(write).toMatchObject({ before: undefined, text: 'new\n', conflicts: [] });
    expect(await textOf(deep)).toBe('new\n');
    expect(await readdir(join(folder, 'a', 'b'))).toEqual(['c.txt']);
  });

  it('asks before it changes the scripts of package.json, and not before other changes of it', async () => {
    const manifest = join(folder, 'package.json');
    await writeFile(manifest, '{ "scripts": { "test": "a" } }');
    const user = new User();
    const files = await createAgentFiles(folder, {
      guard: await createPathGuard([folder], { consent: user }),
    });
    await files.write({ path: manifest, content: '{ "name": "x", "scripts": { "test": "a" } }' });
    expect(user.asked).toEqual([]);
    const hostile = '{ "name": "x", "scripts": { "test": "a", "postinstall": "evil" } }';
    await expect(files.write({ path: manifest, content: hostile })).rejects.toThrow('not allow');
    expect(user.asked).toMatchObject([{ why: 'runs code', operation: 'write' }]);
    expect(await textOf(manifest)).not.toContain('evil');
    user.answer = 'once';
    await files.write({ path: manifest, content: hostile });
    expect(await textOf(manifest)).toBe(hostile);
  });

  it('keeps the mode, link, byte order mark and line endings', async () => {
    const target = join(folder, 'target.sh');
    await writeFile(target, '\uFEFFone\r\ntwo\r\n');
    await chmod(target, 0o751);
    await symlink('target.sh', path);
    const files = await createAgentFiles(folder);
    await files.write({ path, content: 'one\n2\nthree' });
    expect(await textOf(target)).toBe('\uFEFFone\r\n2\r\nthree');
    expect((await stat(target)).mode & 0o7777).toBe(0o751);
    expect(await readlink(path)).toBe('target.sh');
  });

  it('keeps each line ending of a file with mixed ones', async () => {
    await writeFile(path, 'a\r\nb\nc\r\nd\n');
    const files = await createAgentFiles(folder);
    await files.write({ path, content: 'a\nb\nnew\nc\nd\nend\n' });
    expect(await textOf(path)).toBe('a\r\nb\nnew\nc\r\nd\nend\n');
  });

  it('writes the line endings that the agent sends', async () => {
    await writeFile(path, 'a\r\nb\r\n');
    const files = await createAgentFiles(folder);
    await files.write({ path, content: 'a\nb\r\n' });
    expect(await textOf(path)).toBe('a\nb\r\n');
  });

  const SAMPLES: readonly (readonly [encoding: string, text: string])[] = [
    ['windows1250', 'žluťoučký'],
    ['windows1251', 'Привет'],
    ['windows1252', 'café €'],
    ['windows1253', 'Καλημέρα'],
    ['iso88592', 'zażółć'],
    ['iso885915', 'œuvre €'],
    ['koi8r', 'Привет'],
    ['macroman', 'naïve'],
    ['gbk', '中文编码'],
    ['shiftjis', '日本語'],
    ['euckr', '한국어'],
    ['cp950', '繁體中文'],
  ];

  it.each(SAMPLES)('changes one line of a file in %s and no other byte', async (name, word) => {
    const encodings = tableEncodings(name);
    const bytes = Buffer.from(await encodings.encode(`${word}\r\nold\r\n${word}`, name));
    await writeFile(path, bytes);
    const files = await createAgentFiles(folder, { encodings });
    const { content } = await files.read({ path });
    expect(content).toBe(`${word}\r\nold\r\n${word}`);
    await files.write({ path, content: content.replace('old', `new ${word}`) });
    const wanted = await encodings.encode(`${word}\r\nnew ${word}\r\n${word}`, name);
    expect((await readFile(path)).equals(wanted)).toBe(true);
  });

  it.each(['utf16le', 'utf16be'])('keeps %s, with its byte order mark', async name => {
    const encode = (text: string): Buffer => {
      const bytes = Buffer.from(text, 'utf16le');
      return name === 'utf16le' ? bytes : bytes.swap16();
    };
    await writeFile(path, encode('\uFEFFold 😀\n'));
    const files = await createAgentFiles(folder);
    await files.write({ path, content: 'new 😀\n' });
    expect((await readFile(path)).equals(encode('\uFEFFnew 😀\n'))).toBe(true);
  });

  it('refuses characters that the encoding lacks, and names them', async () => {
    await writeFile(path, Buffer.of(0xe9));
    const files = await createAgentFiles(folder, { encodings: tableEncodings('windows1252') });
    await expect(files.write({ path, content: 'é 中' })).rejects.toThrow(
      'windows1252, which has no "中"',
    );
    expect((await readFile(path)).equals(Buffer.of(0xe9))).toBe(true);
  });

  it('refuses to overwrite bytes that could not be decoded', async () => {
    const bytes = Buffer.from([0x61, 0xa9, 0x0a]);
    await writeFile(path, bytes);
    const files = await createAgentFiles(folder);
    const { content } = await files.read({ path });
    await expect(files.write({ path, content: `${content}more\n` })).rejects.toThrow('U+FFFD');
    expect((await readFile(path)).equals(bytes)).toBe(true);
    await files.write({ path, content: 'all new\n' });
    expect(await textOf(path)).toBe('all new\n');
  });

  it('refuses half a character', async () => {
    const files = await createAgentFiles(folder);
    await expect(files.write({ path, content: 'a\uD83D' })).rejects.toThrow('surrogate');
    expect(await readdir(folder)).toEqual([]);
  });

  it('merges with what the user has changed since the agent read the file', async () => {
    await writeFile(path, '1\n2\n3\n4\n5\n');
    const files = await createAgentFiles(folder);
    await files.read({ path });
    await writeFile(path, '1\n2\n3\n4\nfive by the user\n');
    await files.write({ path, content: 'one by the agent\n2\n3\n4\n5\n' });
    expect(await textOf(path)).toBe('one by the agent\n2\n3\n4\nfive by the user\n');
  });

  it('keeps the user’s lines where both changed them, and reports what the agent wanted', async () => {
    await writeFile(path, '1\n2\n3\n');
    const files = await createAgentFiles(folder);
    const writes: AgentWrite[] = [];
    files.onDidWrite(write => writes.push(write));
    await files.read({ path });
    await writeFile(path, '1\ntwo by the user\n3\n');
    const wanted = '1\ntwo by the agent\n3\n';
    await files.write({ path, content: wanted });
    expect(await textOf(path)).toBe('1\ntwo by the user\n3\n');
    expect(writes).toMatchObject([{ wanted, conflicts: [{ theirs: ['two by the agent\n'] }] }]);
  });

  it('treats the agent’s own writes as seen, so that a second one repeats and loses nothing', async () => {
    await writeFile(path, '1\n2\n3\n');
    const files = await createAgentFiles(folder);
    await files.read({ path });
    await writeFile(path, '1\n2\n3\nby the user\n');
    await files.write({ path, content: 'a\n1\n2\n3\n' });
    await files.write({ path, content: 'a\nb\n1\n2\n3\n' });
    expect(await textOf(path)).toBe('a\nb\n1\n2\n3\nby the user\n');
  });

  it('refuses the text that the agent has read if a command has changed the file since', async () => {
    await writeFile(path, '1\n2\n3\n');
    const files = await createAgentFiles(folder);
    const { content } = await files.read({ path });
    await writeFile(path, '1\ntwo by sed\n3\n');
    await expect(files.write({ path, content })).rejects.toThrow('read it again');
    expect(await textOf(path)).toBe('1\ntwo by sed\n3\n');
    await files.read({ path });
    await files.write({ path, content });
    expect(await textOf(path)).toBe(content);
  });

  it('serializes two concurrent writes', async () => {
    await writeFile(path, '');
    const files = await createAgentFiles(folder);
    const texts = Array.from({ length: 20 }, (_, n) => `${n}\n`);
    await Promise.all(texts.map(content => files.write({ path, content })));
    expect(await textOf(path)).toBe('19\n');
    expect(await readdir(folder)).toEqual(['file.txt']);
  });

  it('edits the document if the file is open, based on what the user typed', async () => {
    await writeFile(path, '1\n2\n3\n');
    const documents = new MemoryDocuments();
    documents.open.set(path, { text: '1\n2\n3\ntyped\n', isDirty: true });
    const files = await createAgentFiles(folder, { documents });
    await files.read({ path });
    documents.beforeWrite = () => {
      documents.beforeWrite = undefined;
      documents.open.set(path, { text: '1\n2\n3\ntyped more\n', isDirty: true });
    };
    const write = await files.write({ path, content: 'one\n2\n3\ntyped\n' });
    expect(write.text).toBe('one\n2\n3\ntyped more\n');
    expect(documents.saved).toEqual([{ path, text: 'one\n2\n3\ntyped more\n' }]);
  });

  it('merges into unsaved text even if the agent has read the disk itself', async () => {
    await writeFile(path, 'one by the agent\n2\n3\n');
    const documents = new MemoryDocuments();
    const saved = '1\n2\n3\n';
    documents.open.set(path, { text: '1\n2\nthree by the user\n', isDirty: true, saved });
    const files = await createAgentFiles(folder, { documents });
    await files.write({ path, content: 'one by the agent\n2\n3\n' });
    expect(documents.saved).toEqual([{ path, text: 'one by the agent\n2\nthree by the user\n' }]);
  });

  it('merges what the user typed, what a command changed on disk, and what the agent writes', async () => {
    const saved = '1\n2\n3\n4\n5\n6\n7\n';
    await writeFile(path, saved.replace('4', 'four by a command'));
    const documents = new MemoryDocuments();
    documents.open.set(path, {
      text: saved.replace('7', 'seven by the user'),
      isDirty: true,
      saved,
    });
    const files = await createAgentFiles(folder, { documents });
    await files.write({ path, content: saved.replace('1', 'one by the agent') });
    const text = 'one by the agent\n2\n3\nfour by a command\n5\n6\nseven by the user\n';
    expect(documents.saved).toEqual([{ path, text }]);
  });

  it('does not change an open document whose file is read-only', async () => {
    await writeFile(path, 'old\n');
    await chmod(path, 0o444);
    const documents = new MemoryDocuments();
    documents.open.set(path, { text: 'old\n', isDirty: false });
    const files = await createAgentFiles(folder, { documents });
    await expect(files.write({ path, content: 'new\n' })).rejects.toThrow('read-only');
    expect(documents.saved).toEqual([]);
  });

  it('writes to disk when an open document is older than its file', async () => {
    await writeFile(path, 'newer\n');
    const documents = new MemoryDocuments();
    documents.open.set(path, { text: 'older\n', isDirty: false });
    const files = await createAgentFiles(folder, { documents });
    await files.write({ path, content: 'newest\n' });
    expect(await textOf(path)).toBe('newest\n');
  });

  it('does not write a read-only file, and reports it to the agent and the user', async () => {
    await writeFile(path, 'old');
    await chmod(path, 0o444);
    const files = await createAgentFiles(folder);
    const failures: FailedWrite[] = [];
    files.onDidFail(failure => failures.push(failure));
    await expect(files.write({ path, content: 'new' })).rejects.toMatchObject({ code: -32_603 });
    expect(await textOf(path)).toBe('old');
    expect(failures).toMatchObject([
      { path, message: expect.stringContaining('read-only') as string },
    ]);
  });

  it('creates a file again that was deleted since it was read', async () => {
    await writeFile(path, 'old\n');
    const files = await createAgentFiles(folder);
    await files.read({ path });
    await rm(path);
    const write = await files.write({ path, content: 'new\n' });
    expect(write.before).toBeUndefined();
    expect(await textOf(path)).toBe('new\n');
  });

  it('writes nothing after the request was canceled', async () => {
    await writeFile(path, 'old');
    const files = await createAgentFiles(folder);
    const stop = new AbortController();
    stop.abort();
    await expect(files.write({ path, content: 'new' }, stop.signal)).rejects.toThrow();
    expect(await textOf(path)).toBe('old');
  });

  it('writes outside of the workspace only with the user’s consent', async () => {
    const outside = await temporaryFolder();
    const user = new User('deny');
    const files = await createAgentFiles(folder, {
      guard: await createPathGuard([folder], { consent: user }),
    });
    const request = { path: join(outside, 'new', 'x.txt'), content: 'x' };
    await expect(files.write(request)).rejects.toMatchObject({ code: -32_602 });
    expect(await readdir(outside)).toEqual([]);
    user.answer = 'once';
    await files.write(request);
    expect(await textOf(request.path)).toBe('x');
  });

  it('writes a large file completely', async () => {
    const content = Array.from({ length: 100_000 }, (_, n) => `line ${n}\n`).join('');
    const files = await createAgentFiles(folder);
    await files.write({ path, content });
    expect(hash(await textOf(path))).toBe(hash(content));
  });
});
