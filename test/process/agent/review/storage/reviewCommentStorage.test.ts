import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ReviewCommentStorage } from '../../../../../src/agent/review/storage/reviewCommentStorage.ts';
import type { ReviewComment } from '../../../../../src/core/review/comments/reviewComment.ts';
import { temporaryFolder } from '../../../../harness/temporaryFolder.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

const comment = (id: string): ReviewComment => ({
  id,
  sessionId: 's1',
  path: '/w/a.ts',
  hunkId: '3.0',
  range: { start: 2, end: 3 },
  verdict: 'open',
  diff: '@@ -1 +1 @@\n',
  text: 'Why?',
});

async function inFolder(name: string): Promise<string> {
  const folder = await temporaryFolder();
  return path.join(folder, 'review', name);
}

it('restores comments in the next window, and keeps no file without comments', async () => {
  const file = await inFolder('remarks.json');
  const first = new ReviewCommentStorage(file, silent);
  expect(await first.load()).toEqual([]);
  first.save([comment('1')]);
  first.save([comment('1'), comment('2')]);
  await first.flush();
  expect(await new ReviewCommentStorage(file, silent).load()).toEqual([comment('1'), comment('2')]);
  first.save([]);
  await first.flush();
  expect(existsSync(file)).toBe(false);
});

it('ignores a damaged file', async () => {
  const file = await inFolder('remarks.json');
  const storage = new ReviewCommentStorage(file, silent);
  storage.save([comment('1')]);
  await storage.flush();
  await writeFile(file, '[{"id":');
  expect(await storage.load()).toEqual([]);
});
