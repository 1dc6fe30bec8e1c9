import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { BlobStore } from '../../../../src/agent/review/blobStore.ts';
import { Capture } from '../../../../src/agent/review/capture.ts';
import { ReviewFiles } from '../../../../src/agent/review/reviewFiles.ts';
import { ReviewJournal } from '../../../../src/agent/review/reviewJournal.ts';
import { ReviewKeeper } from '../../../../src/agent/review/reviewKeeper.ts';
import { WaitingMark } from '../../../../src/agent/review/waitingMark.ts';
import { WorkTrees } from '../../../../src/agent/review/workTrees.ts';
import type { ReviewAction } from '../../../../src/core/review/reviewAction.ts';
import { ReviewLog } from '../../../../src/core/review/reviewLog.ts';
import type { ReviewOutcome } from '../../../../src/core/review/reviewOutcome.ts';
import { editsBetween } from '../../../../src/core/text/lineDiff.ts';
import { applyEdits } from '../../../../src/core/text/lineEdit.ts';
import { joinLines, splitLines } from '../../../../src/core/text/lines.ts';
import { tableEncodings } from '../../../fakes/tableEncodings.ts';

/** A window in which nothing is open, as far as the review goes. */
export class ReviewWindow {
  readonly log = new ReviewLog();
  readonly capture: Capture;
  readonly keeper: ReviewKeeper;
  readonly #files: ReviewFiles;

  constructor(storage: string) {
    const notes = { info: () => {}, warn: fail, error: fail };
    this.#files = new ReviewFiles(tableEncodings(), new BlobStore(path.join(storage, 'blobs')));
    this.capture = new Capture({
      log: this.log,
      files: this.#files,
      buffers: { isOpen: () => true, isBusy: () => false, touches: () => 0 },
      trees: new WorkTrees(path.join(storage, 'snapshots'), notes),
      notes,
      comparer: { edits: editsBetween },
      originOf: (_, [turn]) => turn && { sessionId: turn.sessionId, turnId: String(turn.turn) },
    });
    this.keeper = new ReviewKeeper({
      log: this.log,
      capture: this.capture,
      files: this.#files,
      journal: new ReviewJournal(storage, notes),
      waiting: new WaitingMark(path.join(storage, 'waiting'), notes),
    });
  }

  /** Rejects, or takes a decision back, as the desk of VS Code does it for files that are not open. */
  async carryOut(act: (log: ReviewLog) => ReviewOutcome): Promise<void> {
    await this.capture.alone(async () => {
      for (const action of act(this.log).actions) {
        await this.#perform(action);
      }
    });
  }

  dispose(): void {
    this.keeper.dispose();
    this.capture.dispose();
  }

  async #perform(action: ReviewAction): Promise<void> {
    switch (action.kind) {
      case 'replace': {
        const lines = splitLines(await readFile(action.path, 'utf8'));
        const text = joinLines(applyEdits(lines, action.edits));
        return this.#files.write(action.path, { kind: 'text', text });
      }
      case 'write':
        return this.#files.write(action.path, action.content);
      case 'delete':
        return this.#files.remove(action.path);
      case 'rename':
      case 'mode':
        throw new Error(`Not played here: ${action.kind}`);
    }
  }
}

function fail(text: string): never {
  throw new Error(text);
}
