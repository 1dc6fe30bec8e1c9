import type { MessageConnection } from 'vscode-jsonrpc';
import { ReviewChanged, ReviewDetailsChanged } from '../../../core/chat/messages.ts';
import type { CallChanges } from '../../../core/chat/callChanges.ts';
import type { ChangedFile } from '../../../core/chat/changedFile.ts';
import { withVanishedHunks } from '../../../core/chat/withVanishedHunks.ts';
import type { PendingReview, ReviewView } from '../../../core/chat/pendingReview.ts';

export interface ReviewDescriber {
  describe(view: ReviewView): PendingReview;
  describeFile(path: string): ChangedFile | undefined;
  describeCalls(view: ReviewView): readonly CallChanges[];
}

/** What one chat view shows of the review. Hunks are sent only if they are expanded and have changed. */
export class ShownReview {
  readonly #rpc: MessageConnection;
  readonly #review: ReviewDescriber;
  #view: ReviewView = { sessionId: '', isListed: false, paths: [], callIds: [] };
  /** What was sent, as JSON. */
  #sentFiles: ReadonlyMap<string, string> = new Map();
  #sentCalls: ReadonlyMap<string, string> = new Map();
  #calls: ReadonlyMap<string, CallChanges> = new Map();

  constructor(rpc: MessageConnection, review: ReviewDescriber) {
    this.#rpc = rpc;
    this.#review = review;
  }

  show(view: ReviewView): void {
    if (view.sessionId !== this.#view.sessionId) {
      this.#calls = new Map(); // Ids of tool calls are unique within a session only.
      this.#sentCalls = new Map();
    }
    this.#view = view;
    this.update();
  }

  update(): void {
    void this.#rpc.sendNotification(ReviewChanged, this.#review.describe(this.#view));
    const files = this.#view.paths.flatMap(path => this.#review.describeFile(path) ?? []);
    const calls = this.#review
      .describeCalls(this.#view)
      .map(call => withVanishedHunks(this.#calls.get(call.callId), call));
    const sentFiles = new Map(files.map(file => [file.path, JSON.stringify(file)]));
    const sentCalls = new Map(calls.map(call => [call.callId, JSON.stringify(call)]));
    const details = {
      files: files.filter(({ path }) => sentFiles.get(path) !== this.#sentFiles.get(path)),
      calls: calls.filter(({ callId }) => sentCalls.get(callId) !== this.#sentCalls.get(callId)),
    };
    this.#sentFiles = sentFiles;
    this.#sentCalls = sentCalls;
    this.#calls = new Map(calls.map(call => [call.callId, call]));
    if (details.files.length + details.calls.length > 0) {
      void this.#rpc.sendNotification(ReviewDetailsChanged, details);
    }
  }
}
