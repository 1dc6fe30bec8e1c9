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
  type PendingReview,
} from '../../../core/chat/pendingReview.ts';
import { countSchema, strictParser } from '../../../core/parseStrict.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import type { DecisionScope } from '../../../core/review/model/decisionScope.ts';
import { COMMANDS } from '../../commands.ts';
import type { ErrorReporter } from '../../errorReporter.ts';
import { accumulateEvent } from '../../accumulateEvent.ts';
import { toReviewUri } from '../documents/reviewUri.ts';
import { openDiff } from '../editor/openDiff.ts';
import type { PendingWrites } from '../proposals/pendingWrites.ts';
import type { CommentSender } from '../comments/commentSender.ts';
import type { ReviewController } from '../decisions/reviewController.ts';

const PATH_LIMIT_CHARS = 8_000;
const ID_LIMIT_CHARS = 200;

/** Shows the pending hunks in the chat view, and applies the decisions made there. */
export class ChatReview {
  readonly #controller: ReviewController;
  readonly #sender: CommentSender;
  readonly #model: ReviewModel;
  readonly #reporter: ErrorReporter;
  readonly #pendingWrites: Pick<PendingWrites, 'waitsFor'>;

  constructor(
    controller: ReviewController,
    sender: CommentSender,
    pendingWrites: Pick<PendingWrites, 'waitsFor'>,
    reporter: ErrorReporter,
  ) {
    this.#controller = controller;
    this.#sender = sender;
    this.#pendingWrites = pendingWrites;
    this.#model = controller.model;
    this.#reporter = reporter;
  }

  /** Serves one chat view until its connection ends. */
  listen(rpc: MessageConnection): void {
    const update = (): void => void rpc.sendNotification(ReviewChanged, this.#pending());
    const listeners = [
      accumulateEvent(this.#model.onDidChange, update),
      accumulateEvent(this.#sender.comments.onDidChange, update),
    ];
    rpc.onDispose(() => listeners.forEach(one => one.dispose()));
    rpc.onRequest(GetPendingReview, () => this.#pending());
    rpc.onNotification(DecideReview, raw => {
      const decision = parseDecision(raw);
      if (decision) {
        void this.#reporter.run(vscode.l10n.t('Reviewing changes'), () => this.#decide(decision));
      }
    });
    rpc.onNotification(OpenReview, raw => {
      const path = parseOpenReview(raw)?.path;
      void this.#reporter.run(vscode.l10n.t('Opening changes'), () => this.#open(path));
    });
  }

  #pending(): PendingReview {
    const naming = { labelOf, waitsFor: (path: string) => this.#pendingWrites.waitsFor(path) };
    return {
      ...toPendingReview(this.#model.pending, this.#model.state.revision, naming),
      comments: this.#sender.comments.all.map(comment =>
        toPendingComment(comment, this.#sender.getSession(comment)?.id ?? '', labelOf),
      ),
    };
  }

  async #decide({ verdict, path, hunk, seen }: ReviewDecision): Promise<void> {
    await this.#controller.decide(verdict, toScope(path, hunk), { seen });
  }

  async #open(path: string | undefined): Promise<void> {
    const file = path === undefined ? undefined : this.#model.getFile(path);
    await (file ? openDiff(file) : vscode.commands.executeCommand(COMMANDS.nextHunk));
  }
}

function toScope(path: string | undefined, hunk: ReviewDecision['hunk']): DecisionScope {
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

/** The label of a proposal is that of the file it is for. */
const labelOf = (path: string): string => vscode.workspace.asRelativePath(toReviewUri(path).fsPath);
