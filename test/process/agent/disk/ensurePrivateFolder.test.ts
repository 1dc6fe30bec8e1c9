import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { CheckpointFile } from '../../../../src/agent/checkpoint/checkpointFile.ts';
import { CaptureStore } from '../../../../src/agent/context/captureStore.ts';
import { BlobStore } from '../../../../src/agent/review/blobStore.ts';
import { ReviewJournal } from '../../../../src/agent/review/storage/reviewJournal.ts';
import { emptyReview } from '../../../../src/core/review/model/reviewState.ts';
import { ReviewCommentStorage } from '../../../../src/agent/review/storage/reviewCommentStorage.ts';
import {
  openSnapshotStore,
  snapshotFolderName,
} from '../../../../src/agent/snapshot/openSnapshotStore.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

let folder = '';

beforeEach(async () => {
  folder = await temporaryFolder();
});

const logger = { info: () => {}, warn: () => {}, error: () => {} };

/** Everything that stores parts of the user's files or conversations outside the workspace. */
const writers: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
  'of binary files under review': path => new BlobStore(path).put(Buffer.from('x')),
  'of terminals and pictures': path => new CaptureStore(path).store('x', 'txt'),
  'of checkpoints': path =>
    new CheckpointFile(join(path, 'checkpoints')).replace([
      { sessionId: 's', turn: 1, touched: 'a' },
    ]),
  'of comments': async path => {
    const file = new ReviewCommentStorage(join(path, 'remarks'), logger);
    file.save([{ id: 'r' } as never]);
    await file.flush();
  },
  'of a review': async path => new ReviewJournal(path, logger).rewrite(emptyReview),
};

describe.skipIf(process.platform === 'win32')('a private folder', () => {
  for (const [what, keep] of Object.entries(writers)) {
    it(`for ${what} can only be accessed by its owner`, async () => {
      const path = join(folder, 'kept');
      await keep(path);
      expect((await stat(path)).mode & 0o077).toBe(0);
    });
  }

  it('of snapshots becomes private even if it was not before', async () => {
    const root = join(folder, 'work');
    const storage = join(folder, 'storage');
    await mkdir(root);
    await writeFile(join(root, '.env'), 'KEY=x', { mode: 0o600 });
    await mkdir(join(storage, snapshotFolderName(root)), { recursive: true });
    const snapshots = await openSnapshotStore({ root, storage });
    await snapshots.take();
    expect((await stat(join(storage, snapshotFolderName(root)))).mode & 0o077).toBe(0);
  });
});
