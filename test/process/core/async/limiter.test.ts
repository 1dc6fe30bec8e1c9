import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFileSystem, type FileSystem } from '../../../../src/agent/disk/fileSystem.ts';
import { createAgentFiles } from '../../agent/files/createAgentFiles.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

/** The real disk, and the maximum number of handles that were open at the same time. */
function countedDisk(): { readonly disk: FileSystem; readonly most: () => number } {
  let [open, most] = [0, 0];
  const disk: FileSystem = {
    ...nodeFileSystem,
    open: async (...args) => {
      const handle = await nodeFileSystem.open(...args);
      open += 1;
      most = Math.max(most, open);
      const close = handle.close.bind(handle);
      handle.close = async () => {
        await close();
        open -= 1;
      };
      return handle;
    },
  };
  return { disk, most: () => most };
}

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n);

describe('an agent that sends thousands of requests at once', () => {
  it('gets all answers, and leaves file handles for others', async () => {
    const folder = await temporaryFolder();
    const { disk, most } = countedDisk();
    const files = await createAgentFiles(folder, { disk });
    const path = join(folder, 'file.txt');
    await writeFile(path, 'text');
    const reads = await Promise.all(numbers(1_000).map(() => files.read({ path })));
    expect(new Set(reads.map(({ content }) => content))).toEqual(new Set(['text']));
    const paths = numbers(300).map(n => join(folder, `new ${n}.txt`));
    await Promise.all(paths.map(each => files.write({ path: each, content: each })));
    expect(await Promise.all(paths.map(each => readFile(each, 'utf8')))).toEqual(paths);
    expect(most()).toBeLessThanOrEqual(64);
  });
});
