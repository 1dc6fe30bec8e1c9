import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { CheckpointFile } from '../../../../src/agent/checkpoint/checkpointFile.ts';
import { CaptureStore } from '../../../../src/agent/context/captureStore.ts';
import { BlobStore } from '../../../../src/agent/review/blobStore.ts';
import { ReviewJournal } from '../../../../src/agent/review/reviewJournal.ts';
import { emptyReview } from '../../../../src/core/review/model/reviewState.ts';
import { ReviewCommentStorage } from '../../../../src/agent/review/reviewCommentStorage.ts';
import {
  openSnapshotStore,
  snapshotFolderName,
} from '../../../../src/agent/snapshot/openSnapshotStore.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

let folder = '';

beforeEach(async () => {
  folder = await temporaryFolder();
});

const notes = { info: () => {}, warn: () => {}, error: () => {} };

/** Everything that keeps a part of the user's files or words outside the workspace. */
const keepers: Readonly<Record<string, (place: string) => Promise<unknown>>> = {
  'of binary files under review': place => new BlobStore(place).put(Buffer.from('x')),
  'of terminals and pictures': place => new CaptureStore(place).store('x', 'txt'),
  'of checkpoints': place =>
    new CheckpointFile(join(place, 'checkpoints')).replace([
      { sessionId: 's', turn: 1, touched: 'a' },
    ]),
  'of comments': async place => {
    const file = new ReviewCommentStorage(join(place, 'remarks'), notes);
    file.save([{ id: 'r' } as never]);
    await file.flush();
  },
  'of a review': async place => new ReviewJournal(place, notes).rewrite(emptyReview),
};

describe.skipIf(process.platform === 'win32')('a private folder', () => {
  for (const [what, keep] of Object.entries(keepers)) {
    it(`for ${what} can only be accessed by its owner`, async () => {
      const place = join(folder, 'kept');
      await keep(place);
      expect((await stat(place)).mode & 0o077).toBe(0);
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
