import path from 'node:path';
import type { Turns } from '../../src/agent/ports.ts';
import { originAmong } from '../../src/agent/review/attribution.ts';
import { BlobStore } from '../../src/agent/review/blobStore.ts';
import { Capture } from '../../src/agent/review/capture.ts';
import { ReviewFiles } from '../../src/agent/review/reviewFiles.ts';
import { WorkTrees } from '../../src/agent/review/workTrees.ts';
import type { Session } from '../../src/agent/session.ts';
import type { Sessions } from '../../src/agent/sessions.ts';
import type { WorkspaceHands } from '../../src/agent/workspaceHands.ts';
import { ReviewLog } from '../../src/core/review/reviewLog.ts';
import { statusOf } from '../../src/core/review/reviewedFile.ts';
import { editsBetween } from '../../src/core/text/lineDiff.ts';
import { tableEncodings } from '../fakes/tableEncodings.ts';

/** The review of what an agent changes, joined as in the extension, without an editor. */
export class StageReview {
  readonly log = new ReviewLog();
  readonly #capture: Capture;
  readonly #find: Pick<Sessions, 'find'>;
  /** The files that were written through us. */
  readonly writes: string[] = [];

  constructor(storage: string, find: (id: string) => Session | undefined) {
    const notes = { info: () => {}, warn: () => {}, error: () => {} };
    const blobs = new BlobStore(path.join(storage, 'blobs'));
    this.#find = { find };
    this.#capture = new Capture({
      log: this.log,
      files: new ReviewFiles(tableEncodings(), blobs),
      buffers: {
        isOpen: () => false,
        isBusy: () => false,
        touches: () => 0,
        hasShown: () => false,
      },
      trees: new WorkTrees(path.join(storage, 'snapshots'), notes),
      notes,
      comparer: { edits: editsBetween },
      originOf: (file, running) => originAmong(this.#find, file, running),
    });
  }

  get turns(): Turns {
    return this.#capture;
  }

  follow(sessions: Sessions, hands: WorkspaceHands): void {
    hands.onDid(event => {
      const session = sessions.find(event.sessionId);
      if (event.kind !== 'write' || !session) {
        return;
      }
      const { shown } = event.place;
      this.writes.push(shown);
      const turn = { sessionId: session.id, turn: session.conversation.transcript.turn };
      const origin = originAmong(sessions, shown, [{ ...turn, roots: session.roots }]);
      if (origin) {
        void this.#capture.wrote(shown, event, origin);
      }
    });
  }

  /** What waits for a decision below a folder, in few words: `modified a.txt 2`. */
  pending(root: string): readonly string[] {
    return this.log.pending.map(
      file => `${statusOf(file)} ${path.relative(root, file.current.path)} ${file.hunks.length}`,
    );
  }

  dispose(): void {
    this.#capture.dispose();
  }
}
