import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { BlobStore } from '../../../../src/agent/review/blobStore.ts';
import { ReviewFiles } from '../../../../src/agent/review/reviewFiles.ts';
import { tableEncodings } from '../../../fakes/tableEncodings.ts';
import { sharedTemporaryFolder, temporaryFolder } from '../../../harness/temporaryFolder.ts';

const NAME = 'user.accord.test';

/** Node cannot set extended attributes. */
const setWithPython = `import os, sys; os.setxattr(sys.argv[1], '${NAME}', b'kept')`;
const getWithPython = `import os, sys; print(os.getxattr(sys.argv[1], '${NAME}').decode(), end='')`;

function python(script: string, file: string): string | undefined {
  try {
    return execFileSync('python3', ['-c', script, file], { encoding: 'utf8', stdio: 'pipe' });
  } catch {
    return undefined;
  }
}

let folder = '';
let files: ReviewFiles;

beforeEach(async () => {
  folder = await temporaryFolder();
  const blobs = new BlobStore(path.join(folder, 'blobs'));
  files = new ReviewFiles(tableEncodings(), blobs, () => folder);
});

function createFile(name: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, 'before\n');
  return file;
}

const content = { kind: 'text', text: 'after\n', mode: 0o100640 } as const;

/** Whether Python is installed, and the disk supports such attributes. */
async function canSet(): Promise<boolean> {
  const file = path.join(await sharedTemporaryFolder(), 'file');
  writeFileSync(file, '');
  return python(setWithPython, file) !== undefined;
}

describe.runIf(await canSet())('extended attributes of a file', () => {
  it.each(['plain.txt', 'with space * and ü.txt', '-dash'])(
    'are kept when it is written (%s)',
    async name => {
      const file = createFile(name);
      python(setWithPython, file);
      await files.prepareWrites([createFile('other.txt'), file, path.join(folder, 'missing.txt')]);
      await files.write(file, content);
      expect(readFileSync(file, 'utf8')).toBe('after\n');
      expect(lstatSync(file).mode).toBe(0o100640);
      expect(python(getWithPython, file)).toBe('kept');
      expect(readdirSync(folder).filter(entry => entry.startsWith('.accord'))).toEqual([]);
    },
  );

  it('are kept when it is moved and written', async () => {
    const [from, to] = [createFile('from.txt'), path.join(folder, 'new', 'to.txt')];
    python(setWithPython, from);
    await files.prepareWrites([from]);
    await files.rename(from, to);
    await files.write(to, content);
    expect(readFileSync(to, 'utf8')).toBe('after\n');
    expect(python(getWithPython, to)).toBe('kept');
  });
});

it('finds out about 1,000 files in one step', async () => {
  const all = Array.from({ length: 1_000 }, (_, at) => createFile(`file ${at}.txt`));
  const startMs = performance.now();
  await files.prepareWrites(all);
  expect(performance.now() - startMs).toBeLessThan(5_000);
});

it('runs no program from the PATH of the user, which a workspace may be part of', async () => {
  const marker = path.join(folder, 'planted program ran');
  for (const name of ['tar', 'cp']) {
    writeFileSync(path.join(folder, name), `#!/bin/sh\ntouch '${marker}'\n`, { mode: 0o755 });
  }
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('PATH', `${folder}:${process.env['PATH'] ?? ''}`);
  vi.stubEnv('TAR_OPTIONS', `--checkpoint=1 --checkpoint-action=exec="touch '${marker}'"`);
  const file = createFile('plain.txt');
  await files.prepareWrites([file]);
  await files.write(file, content);
  expect(readFileSync(file, 'utf8')).toBe('after\n');
  expect(existsSync(marker)).toBe(false);
});
