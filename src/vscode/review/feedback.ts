import type * as vscode from 'vscode';
import type { MessageConnection } from 'vscode-jsonrpc';
import type { RemarkFile } from '../../agent/review/remarkFile.ts';
import type { Sessions } from '../../agent/sessions.ts';
import { Lifetime } from '../../core/lifetime.ts';
import type { Remarks } from '../../core/review/remarks.ts';
import type { Report } from '../report.ts';
import type { PageRequests } from '../chat/chatPage.ts';
import { ChatRemarks } from './chatRemarks.ts';
import { ChatReview, type WaitsFor } from './chatReview.ts';
import { HunkComments } from './hunkComments.ts';
import { Rejections } from './rejections.ts';
import { RemarkCommands } from './remarkCommands.ts';
import { RemarkDesk } from './remarkDesk.ts';
import { RemarkStatus } from './remarkStatus.ts';
import type { ReviewDesk } from './reviewDesk.ts';

/** What it is made of. */
export interface FeedbackParts {
  readonly desk: ReviewDesk;
  readonly file: RemarkFile;
  readonly report: Report;
  /** Which request waits for a proposal to be decided. */
  readonly waitsFor: WaitsFor;
}

/** The way from the review back to the conversation: the hunks in the chat, what was rejected, what the agent is to be told. */
export class Feedback implements PageRequests, vscode.Disposable {
  readonly #lifetime = new Lifetime();
  readonly #desk: RemarkDesk;
  readonly #rejections: Rejections;
  readonly #chatRemarks: ChatRemarks;
  readonly #chatReview: ChatReview;

  constructor({ desk, file, report, waitsFor }: FeedbackParts) {
    const { log } = desk;
    this.#desk = this.#lifetime.own(new RemarkDesk(desk, file));
    this.#rejections = this.#lifetime.own(new Rejections(desk, report));
    this.#chatRemarks = new ChatRemarks(this.#desk, log, report);
    this.#chatReview = new ChatReview(desk, this.#desk, report, waitsFor);
    const comments = this.#lifetime.own(new HunkComments(log, this.remarks));
    this.#lifetime.own(new RemarkStatus(this.remarks));
    new RemarkCommands(this.#desk, log, comments, report)
      .register()
      .forEach(command => this.#lifetime.own(command));
  }

  /** What was said and not sent yet. */
  get remarks(): Remarks {
    return this.#desk.remarks;
  }

  /** The sessions it is about. */
  follow(sessions: Sessions): void {
    this.#desk.follow(sessions);
    this.#rejections.follow(sessions);
    this.#chatRemarks.follow(sessions);
  }

  /** Takes over what was collected in an earlier window. */
  restore(): Promise<void> {
    return this.#desk.restore();
  }

  /** Serves one page of the chat. */
  listen(rpc: MessageConnection): void {
    this.#chatReview.listen(rpc);
    this.#chatRemarks.listen(rpc);
    this.#rejections.listen(rpc);
  }

  /** Settles when everything is on disk. */
  flush(): Promise<void> {
    return this.#desk.flush();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
