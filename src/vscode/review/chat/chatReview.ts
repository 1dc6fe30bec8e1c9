import * as vscode from 'vscode';
import type { MessageConnection } from 'vscode-jsonrpc';
import { z } from 'zod';
import {
  DecideReview,
  GetPendingReview,
  OpenReview,
  ReviewChanged,
  VERDICTS,
  type ReviewDecision,
} from '../../../core/chat/messages.ts';
import {
  toPendingComment,
  toPendingReview,
  type PendingFileInfo,
  type PendingReview,
} from '../../../core/chat/pendingReview.ts';
import { countSchema, strictParser } from '../../../core/parseStrict.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import type { DecisionScope } from '../../../core/review/model/decisionScope.ts';
import type { ErrorReporter } from '../../errorReporter.ts';
import { accumulateEvent } from '../../accumulateEvent.ts';
import { toReviewUri } from '../documents/reviewUri.ts';
import { openChanges, openDiff } from '../editor/openDiff.ts';
import type { CommentSender } from '../comments/commentSender.ts';
import type { ReviewController } from '../decisions/reviewController.ts';

const PATH_LIMIT_CHARS = 8_000;
const ID_LIMIT_CHARS = 200;

/** Which request waits for a proposal to be decided. */
export type WaitsFor = PendingFileInfo['waitsFor'];

/** The same hunks in the chat: shows them there, and takes decisions from there. */
export class ChatReview {
  readonly #desk: ReviewController;
  readonly #remarks: CommentSender;
  readonly #log: ReviewModel;
  readonly #report: ErrorReporter;
  readonly #waitsFor: WaitsFor;

  /** `waitsFor` says which request waits for a proposal to be decided. */
  constructor(
    desk: ReviewController,
    remarks: CommentSender,
    report: ErrorReporter,
    waitsFor: WaitsFor,
  ) {
    this.#desk = desk;
    this.#remarks = remarks;
    this.#log = desk.model;
    this.#report = report;
    this.#waitsFor = waitsFor;
  }

  /** Serves one page, until its connection ends. */
  listen(rpc: MessageConnection): void {
    const tell = (): void => void rpc.sendNotification(ReviewChanged, this.#pending());
    const listening = [
      accumulateEvent(this.#log.onDidChange, tell),
      accumulateEvent(this.#remarks.comments.onDidChange, tell),
    ];
    rpc.onDispose(() => listening.forEach(one => one.dispose()));
    rpc.onRequest(GetPendingReview, () => this.#pending());
    rpc.onNotification(DecideReview, raw => {
      const decision = parseDecision(raw);
      if (decision) {
        void this.#report.run(vscode.l10n.t('Deciding'), () => this.#decide(decision));
      }
    });
    rpc.onNotification(OpenReview, raw => {
      const path = parseOpenReview(raw)?.path;
      void this.#report.run(vscode.l10n.t('Opening the changes'), () => this.#open(path));
    });
  }

  #pending(): PendingReview {
    const naming = { labelOf, waitsFor: this.#waitsFor };
    return {
      ...toPendingReview(this.#log.pending, this.#log.state.revision, naming),
      comments: this.#remarks.comments.all.map(remark =>
        toPendingComment(remark, this.#remarks.sessionOf(remark)?.id ?? '', labelOf),
      ),
    };
  }

  async #decide({ verdict, path, hunk, seen }: ReviewDecision): Promise<void> {
    await this.#desk.decide(verdict, scopeOf(path, hunk), { seen });
  }

  async #open(path: string | undefined): Promise<void> {
    const file = path === undefined ? undefined : this.#log.getFile(path);
    await (file ? openDiff(file) : openChanges(this.#log.pending));
  }
}

function scopeOf(path: string | undefined, hunk: ReviewDecision['hunk']): DecisionScope {
  if (path === undefined) {
    return { kind: 'all' };
  }
  return hunk ? { kind: 'hunks', hunks: [{ path, ...hunk }] } : { kind: 'file', path };
}

const filePath = z.string().max(PATH_LIMIT_CHARS).exactOptional();

const parseOpenReview = strictParser(z.object({ path: filePath }));

const parseDecision = strictParser<ReviewDecision>(
  z.object({
    verdict: z.enum(VERDICTS),
    seen: countSchema,
    path: filePath,
    hunk: z.object({ id: z.string().max(ID_LIMIT_CHARS), revision: countSchema }).exactOptional(),
  }),
);

/** A proposal is called by the file it is meant for. */
const labelOf = (path: string): string => vscode.workspace.asRelativePath(toReviewUri(path).fsPath);
