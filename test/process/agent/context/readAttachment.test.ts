import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdirSync, openSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { CaptureStore } from '../../../../src/agent/context/captureStore.ts';
import { readAttachment } from '../../../../src/agent/context/readAttachment.ts';
import type { TextEncodings } from '../../../../src/agent/files/textEncoding.ts';
import type { Attachment } from '../../../../src/core/prompt/attachment.ts';
import { createPromptLimits } from '../../../../src/core/prompt/promptLimits.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AAQgwQCgAd7gP9xvyGPAAAAABJRU5ErkJggg==',
  'base64',
);

/** The encodings of an editor that is set to UTF-8. */
const encodings: TextEncodings = {
  get: () => 'utf8',
  decode: (bytes, encoding) =>
    Promise.resolve(new TextDecoder(encoding.replace('windows', 'windows-')).decode(bytes)),
  encode: text => Promise.resolve(Buffer.from(text)),
};

let base: string;
let root: string;

beforeEach(async () => {
  base = await temporaryFolder();
  root = path.join(base, 'workspace');
  mkdirSync(root);
});

function put(name: string, content: string | Buffer): string {
  const file = path.join(root, name);
  writeFileSync(file, content);
  return file;
}

const read = (file: string, embed = false): Promise<Attachment> =>
  readAttachment(file, { limits: createPromptLimits(1), encodings, roots: [root], embed });

describe('readAttachment', () => {
  it('reads a text exactly, without its byte order mark', async () => {
    expect(await read(put('a.ts', 'één\r\nzwei\n'))).toEqual({
      kind: 'text',
      mimeType: 'text/typescript',
      text: 'één\r\nzwei\n',
    });
    expect(await read(put('b.ts', '\ufeffmarked'))).toMatchObject({ text: 'marked' });
    expect(await read(put('empty', ''))).toEqual({
      kind: 'text',
      mimeType: 'text/plain',
      text: '',
    });
  });

  it('reads UTF-16 and Windows-1252, and names the encoding', async () => {
    const utf16 = Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from('größe', 'utf16le')]);
    expect(await read(put('a.txt', utf16))).toMatchObject({ text: 'größe', encoding: 'utf16le' });
    expect(await read(put('c.txt', Buffer.from('größe', 'latin1')))).toMatchObject({
      text: 'größe',
      encoding: 'Windows 1252',
    });
  });

  it('detects an image by its content, whatever its name', async () => {
    const image = { kind: 'image', mimeType: 'image/png', sizeBytes: PNG.length };
    expect(await read(put('picture.ts', PNG))).toMatchObject(image);
    expect(await read(put('fake.png', 'just text'))).toMatchObject({
      kind: 'text',
      mimeType: 'text/plain',
    });
  });

  it('treats a binary named like a source file as binary', async () => {
    const file = put('program.ts', Buffer.from('\x7fELF\x02\x01\x01\0\0\0', 'latin1'));
    expect(await read(file)).toEqual({
      kind: 'bytes',
      mimeType: 'application/octet-stream',
      sizeBytes: 10,
    });
    expect(await read(file, true)).toMatchObject({ data: 'f0VMRgIBAQAAAA==' });
  });

  it('returns only the size of a file that is too large, even of 2 GB', async () => {
    const file = put('huge.log', 'text');
    const handle = openSync(file, 'r+');
    writeFileSync(handle, 'text\n'.repeat(200_000));
    ftruncateSync(handle, 2_000_000_000);
    closeSync(handle);
    expect(await read(file)).toEqual({
      kind: 'link',
      mimeType: 'text/plain',
      sizeBytes: 2_000_000_000,
      why: '1907.3 MB exceeds the limit of 1 KB',
    });
  });

  it('reports why a file cannot be read', async () => {
    expect(await read(path.join(root, 'gone.ts'))).toEqual({
      kind: 'missing',
      reason: 'the file no longer exists',
    });
    expect(await read(root)).toEqual({ kind: 'missing', reason: 'it is a folder' });
    symlinkSync('loop', path.join(root, 'loop'));
    expect(await read(path.join(root, 'loop'))).toMatchObject({
      reason: 'its links form a loop',
    });
  });

  it.skipIf(process.platform === 'win32')('does not wait for input of a pipe', async () => {
    const file = path.join(root, 'pipe');
    execFileSync('mkfifo', [file]);
    const waiting = setTimeout(() => writeFileSync(file, ''), 5_000); // Lets a test end that waits for the pipe.
    const startMs = performance.now();
    expect(await read(file)).toEqual({ kind: 'missing', reason: "it isn't a file" });
    clearTimeout(waiting);
    expect(performance.now() - startMs).toBeLessThan(4_000);
  });

  it('reports a link out of the workspace', async () => {
    const secret = path.join(base, 'id_rsa');
    writeFileSync(secret, 'key');
    symlinkSync(secret, path.join(root, 'innocent.txt'));
    expect(await read(path.join(root, 'innocent.txt'))).toMatchObject({
      kind: 'text',
      outside: secret,
    });
    expect(await read(secret)).not.toHaveProperty('outside');
  });
});

describe('Captures', () => {
  it('keep content across restarts, under safe file names', async () => {
    const folder = path.join(base, 'captures');
    const id = await new CaptureStore(folder).store('output', 'txt');
    expect((await new CaptureStore(folder).read(id))?.toString()).toBe('output');
    expect(await new CaptureStore(folder).read('../workspace/a.ts')).toBeUndefined();
    expect(await new CaptureStore(folder).read(`${id}x`)).toBeUndefined();
  });

  it('delete old content', async () => {
    const captures = new CaptureStore(path.join(base, 'captures'));
    await captures.prune(Date.now());
    const id = await captures.store('output', 'txt');
    await captures.prune(Date.now());
    expect(await captures.read(id)).toBeDefined();
    await captures.prune(Date.now() + 15 * 24 * 60 * 60 * 1000);
    expect(await captures.read(id)).toBeUndefined();
  });
});
