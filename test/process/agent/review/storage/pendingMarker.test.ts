import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PendingMarker } from '../../../../../src/agent/review/storage/pendingMarker.ts';
import { temporaryFolder } from '../../../../harness/temporaryFolder.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

it('creates the marker while something is pending, and deletes it afterwards', async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'review', 'waiting');
  const mark = new PendingMarker(file, silent);
  mark.set(true);
  mark.set(true);
  await mark.flush();
  expect(existsSync(file)).toBe(true);
  mark.set(false);
  mark.set(true);
  mark.set(false);
  await mark.flush();
  expect(existsSync(file)).toBe(false);
});
