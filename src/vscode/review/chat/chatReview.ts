import * as vscode from 'vscode';
import type { MessageConnection } from 'vscode-jsonrpc';
import * as z from 'zod';
import {
  DecideReview,
  OpenHunk,
  OpenReview,
  ShowReview,
  UndoReview,
  VERDICTS,
  type ReviewDecision,
} from '../../../core/chat/messages.ts';
import { toCallChanges, type CallChanges } from '../../../core/chat/callChanges.ts';
import {
  pendingHunks,
  toChangedFile,
  type ChangedFile,
  type ChangedFileInfo,
} from '../../../core/chat/changedFile.ts';
import {
  toPendingComment,
  toPendingReview,
  type PendingReview,
  type ReviewView,
} from '../../../core/chat/pendingReview.ts';
import { getTerminalIds } from '../../../core/session/transcript/toolCall.ts';
import { findTool } from '../../../core/session/transcript/transcript.ts';
import { countSchema, strictParser } from '../../../core/parseStrict.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import type { DecisionScope } from '../../../core/review/model/decisionScope.ts';
import { COMMANDS } from '../../commands.ts';
import type { ErrorReporter } from '../../errorReporter.ts';
import { accumulateEvent } from '../../accumulateEvent.ts';
import { toReviewUri } from '../documents/reviewUri.ts';
import { HunkNavigation } from '../editor/hunkNavigation.ts';
import { openDiff } from '../editor/openDiff.ts';
import type { PendingWrites } from '../proposals/pendingWrites.ts';
import type { CommentSender } from '../comments/commentSender.ts';
import type { ReviewController } from '../decisions/reviewController.ts';
import { ShownReview, type ReviewDescriber } from './shownReview.ts';

const PATH_LIMIT_CHARS = 8_000;
const ID_LIMIT_CHARS = 200;
/** More than fit on a page. */
const SHOWN_LIMIT = 2_000;

/** Shows the pending hunks in the chat view, and applies the decisions made there. */
export class ChatReview implements ReviewDescriber {
  readonly #controller: ReviewController;
  readonly #sender: CommentSender;
  readonly #model: ReviewModel;
  readonly #reporter: ErrorReporter;
  readonly #info: ChangedFileInfo;
  readonly #navigation: HunkNavigation;

  constructor(
    controller: ReviewController,
    sender: CommentSender,
    pendingWrites: Pick<PendingWrites, 'waitsFor'>,
    reporter: ErrorReporter,
  ) {
    this.#controller = controller;
    this.#sender = sender;
    this.#model = controller.model;
    this.#info = { labelOf, waitsFor: path => pendingWrites.waitsFor(path) };
    this.#navigation = new HunkNavigation(controller.model);
    this.#reporter = reporter;
  }

  /** Serves one chat view until its connection ends. */
  listen(rpc: MessageConnection): void {
    const shown = new ShownReview(rpc, this);
    const listeners = [
      accumulateEvent(this.#model.onDidChange, () => shown.update()),
      accumulateEvent(this.#sender.comments.onDidChange, () => shown.update()),
    ];
    rpc.onDispose(() => listeners.forEach(one => one.dispose()));
    rpc.onNotification(ShowReview, raw => {
      const view = parseReviewView(raw);
      if (view) {
        shown.show(view);
      }
    });
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
    rpc.onNotification(OpenHunk, raw => {
      const hunk = parseOpenHunk(raw);
      if (hunk) {
        void this.#reporter.run(vscode.l10n.t('Opening changes'), () => this.#openHunk(hunk));
      }
    });
    rpc.onNotification(UndoReview, raw => {
      const undo = parseUndo(raw);
      if (undo) {
        void this.#reporter.run(vscode.l10n.t('Undoing a decision'), () =>
          this.#controller.undo(undo.change),
        );
      }
    });
  }

  describe(view: ReviewView): PendingReview {
    return {
      ...toPendingReview(this.#model, this.#controller.progress, view, this.#info),
      comments: this.#sender.comments.all.map(comment =>
        toPendingComment(comment, this.#sender.getSession(comment)?.id ?? '', labelOf),
      ),
    };
  }

  /** The pending hunks of a file; none if nothing is pending in it any more. */
  describeFile(path: string): ChangedFile | undefined {
    const file = this.#model.getFile(path);
    return file && toChangedFile(file, pendingHunks(file), this.#info);
  }

  describeCalls({ sessionId, callIds }: ReviewView): readonly CallChanges[] {
    if (callIds.length === 0) {
      return [];
    }
    const callsByTerminal = this.#getCallsByTerminal(sessionId, callIds);
    return toCallChanges(this.#model.state, { sessionId, callIds, callsByTerminal }, this.#info);
  }

  #getCallsByTerminal(sessionId: string, callIds: readonly string[]): ReadonlyMap<string, string> {
    const transcript = this.#controller.sessions.find(sessionId)?.conversation.transcript;
    return new Map(
      callIds.flatMap(callId => {
        const tool = transcript && findTool(transcript, callId);
        return (tool ? getTerminalIds(tool) : []).map(id => [id, callId] as const);
      }),
    );
  }

  async #decide({ verdict, path, hunk, seen }: ReviewDecision): Promise<void> {
    await this.#controller.decide(verdict, toScope(path, hunk), { seen });
  }

  async #open(path: string | undefined): Promise<void> {
    const file = path === undefined ? undefined : this.#model.getFile(path);
    await (file ? openDiff(file) : vscode.commands.executeCommand(COMMANDS.nextHunk));
  }

  async #openHunk({ path, hunkId }: HunkTarget): Promise<void> {
    const file = this.#model.getFile(path);
    const id = hunkId ?? file?.hunks[0]?.id;
    if (file) {
      await (id === undefined ? openDiff(file) : this.#navigation.showHunk(path, id));
    }
  }
}

interface HunkTarget {
  readonly path: string;
  readonly hunkId?: string;
}

function toScope(path: string | undefined, hunk: ReviewDecision['hunk']): DecisionScope {
  if (path === undefined) {
    return { kind: 'all' };
  }
  return hunk ? { kind: 'hunks', hunks: [{ path, ...hunk }] } : { kind: 'file', path };
}

const id = z.string().max(ID_LIMIT_CHARS);
const somePath = z.string().max(PATH_LIMIT_CHARS);
const filePath = somePath.exactOptional();

const parseOpenReview = strictParser(z.object({ path: filePath }));

const parseDecision = strictParser<ReviewDecision>(
  z.object({
    verdict: z.enum(VERDICTS),
    seen: countSchema,
    path: filePath,
    hunk: z.object({ id, revision: countSchema }).exactOptional(),
  }),
);

const parseReviewView = strictParser<ReviewView>(
  z.object({
    sessionId: id,
    isListed: z.boolean(),
    paths: z.array(somePath).max(SHOWN_LIMIT),
    callIds: z.array(somePath).max(SHOWN_LIMIT), // The agent's ids may be long.
  }),
);

const parseOpenHunk = strictParser<HunkTarget>(
  z.object({ path: somePath, hunkId: id.exactOptional() }),
);

const parseUndo = strictParser(
  z.object({ change: z.object({ fileId: id, hunkId: id.exactOptional() }).exactOptional() }),
);

/** The label of a proposal is that of the file it is for. */
const labelOf = (path: string): string => vscode.workspace.asRelativePath(toReviewUri(path).fsPath);
