import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createAgentFiles } from './createAgentFiles.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

const cell = (source: string): object => ({
  cell_type: 'code',
  id: source,
  metadata: {},
  execution_count: 1,
  outputs: [{ output_type: 'stream', name: 'stdout', text: [source] }],
  source: [source],
});
const notebook = (...cells: readonly object[]): string =>
  `${JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }, undefined, 1)}\n`;

describe('a write to a notebook', () => {
  let folder = '';
  let path = '';

  beforeEach(async () => {
    folder = await temporaryFolder();
    path = join(folder, 'book.ipynb');
  });

  it('accepts the text of its cells, and keeps the rest of them', async () => {
    await writeFile(path, notebook(cell('one'), cell('two')));
    const files = await createAgentFiles(folder);
    expect(await files.read({ path })).toEqual({ content: '# %%\none\n# %%\ntwo\n' });
    const write = await files.write({ path, content: '# %%\none\n# %%\n2\n' });
    const wanted = notebook(cell('one'), { ...cell('two'), source: ['2'] });
    expect(await readFile(path, 'utf8')).toBe(wanted);
    expect(write).toMatchObject({ before: notebook(cell('one'), cell('two')), text: wanted });
  });

  it('merges cells that the user has changed in the meantime', async () => {
    await writeFile(path, notebook(cell('one'), cell('two'), cell('three')));
    const files = await createAgentFiles(folder);
    await files.read({ path });
    await writeFile(
      path,
      notebook({ ...cell('one'), source: ['by the user'] }, cell('two'), cell('three')),
    );
    await files.write({ path, content: '# %%\none\n# %%\ntwo\n# %%\nby the agent\n' });
    expect(await files.read({ path })).toEqual({
      content: '# %%\nby the user\n# %%\ntwo\n# %%\nby the agent\n',
    });
  });

  it('accepts the whole file from an agent that knows the format', async () => {
    await writeFile(path, notebook(cell('one')));
    const files = await createAgentFiles(folder);
    await files.read({ path });
    await files.write({ path, content: notebook(cell('other')) });
    expect(await readFile(path, 'utf8')).toBe(notebook(cell('other')));
  });

  it('creates a new one', async () => {
    const files = await createAgentFiles(folder);
    await files.write({ path, content: '# %% [markdown]\n# Hello\n' });
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
      cells: [{ source: ['# Hello'] }],
    });
  });
});
