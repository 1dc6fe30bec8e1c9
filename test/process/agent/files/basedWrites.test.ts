import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';
import { createAgentFiles } from './createAgentFiles.ts';

let folder = '';
let path = '';

beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder, 'file.txt');
});

describe('a write that was computed from the current text, such as a rename', () => {
  it('keeps what the user changed since the agent read the file', async () => {
    const files = await createAgentFiles(folder);
    await writeFile(path, 'one\ntwo\nthree\n');
    await files.read({ path });
    const base = 'one by the user\ntwo\nthree\n';
    await writeFile(path, base);
    await files.write({ path, base, content: 'one by the user\nTWO\nthree\n' });
    expect(await readFile(path, 'utf8')).toBe('one by the user\nTWO\nthree\n');
  });

  it('keeps what changed while it was computed', async () => {
    const files = await createAgentFiles(folder);
    await writeFile(path, 'one\ntwo\nthree by the user\n');
    await files.write({ path, base: 'one\ntwo\nthree\n', content: 'ONE\ntwo\nthree\n' });
    expect(await readFile(path, 'utf8')).toBe('ONE\ntwo\nthree by the user\n');
  });

  it('is not taken for a text that the agent knows: its next write keeps both', async () => {
    const files = await createAgentFiles(folder);
    await writeFile(path, 'one\ntwo\nthree\nfour\nfive\n');
    await files.read({ path });
    const base = 'one by the user\ntwo\nthree\nfour\nfive\n';
    await writeFile(path, base);
    await files.write({ path, base, content: 'one by the user\ntwo\nTHREE\nfour\nfive\n' });
    await files.write({ path, content: 'one\ntwo\nthree\nfour\nfive by the agent\n' });
    expect(await readFile(path, 'utf8')).toBe(
      'one by the user\ntwo\nTHREE\nfour\nfive by the agent\n',
    );
  });
});
