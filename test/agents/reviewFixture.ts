import path from 'node:path';
import type { TurnParticipant } from '../../src/agent/session/turnParticipant.ts';
import { attributeChange } from '../../src/agent/review/attributeChange.ts';
import { BlobStore } from '../../src/agent/review/blobStore.ts';
import { ChangeTracker } from '../../src/agent/review/changeTracker.ts';
import { ReviewFiles } from '../../src/agent/review/reviewFiles.ts';
import { WorkTrees } from '../../src/agent/review/workTrees.ts';
import type { Session } from '../../src/agent/session/session.ts';
import type { Sessions } from '../../src/agent/session/sessions.ts';
import type { WorkspaceRequests } from '../../src/agent/requests/workspaceRequests.ts';
import { ReviewModel } from '../../src/core/review/model/reviewModel.ts';
import { getFileStatus } from '../../src/core/review/file/reviewedFile.ts';
import { editsBetween } from '../../src/core/diff/lineDiff.ts';
import { tableEncodings } from '../fakes/tableEncodings.ts';
import { noEditorBuffers } from '../fakes/noEditorBuffers.ts';

/** The review of an agent's changes, wired as in the extension, without an editor. */
export class ReviewFixture {
  readonly model = new ReviewModel();
  readonly #capture: ChangeTracker;
  readonly #find: Pick<Sessions, 'find'>;
  /** The files that were written through the client. */
  readonly writes: string[] = [];

  constructor(storage: string, find: (id: string) => Session | undefined) {
    const logger = { info: () => {}, warn: () => {}, error: () => {} };
    const blobs = new BlobStore(path.join(storage, 'blobs'));
    this.#find = { find };
    this.#capture = new ChangeTracker({
      model: this.model,
      files: new ReviewFiles(tableEncodings(), blobs),
      buffers: noEditorBuffers,
      trees: new WorkTrees(path.join(storage, 'snapshots'), logger),
      logger,
      comparer: { edits: editsBetween },
      originOf: (file, running) => attributeChange(this.#find, file, running),
    });
  }

  get turns(): TurnParticipant {
    return this.#capture;
  }

  follow(sessions: Sessions, requests: WorkspaceRequests): void {
    requests.onDidAccessFile(event => {
      const session = sessions.find(event.sessionId);
      if (event.kind !== 'write' || !session) {
        return;
      }
      const { shown } = event.path;
      this.writes.push(shown);
      const turn = { sessionId: session.id, turn: session.conversation.transcript.turn };
      const origin = attributeChange(sessions, shown, [{ ...turn, roots: session.roots }]);
      if (origin) {
        void this.#capture.handleAgentWrite(shown, event, origin);
      }
    });
  }

  /** The pending changes below a folder in short: `modified a.txt 2`. */
  pending(root: string): readonly string[] {
    return this.model.pending.map(
      file =>
        `${getFileStatus(file)} ${path.relative(root, file.current.path)} ${file.hunks.length}`,
    );
  }

  dispose(): void {
    this.#capture.dispose();
  }
}
