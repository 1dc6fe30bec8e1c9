import * as vscode from 'vscode';
import type { MessageConnection } from 'vscode-jsonrpc';
import {
  Decide,
  FindPending,
  OpenReview,
  ReviewChanged,
  type ReviewDecision,
} from '../../core/chat/messages.ts';
import {
  pendingRemark,
  pendingReview,
  type Naming,
  type PendingReview,
} from '../../core/chat/pendingReview.ts';
import { Fields } from '../../core/prompt/fields.ts';
import type { ReviewLog } from '../../core/review/reviewLog.ts';
import type { Scope } from '../../core/review/scope.ts';
import type { Report } from '../report.ts';
import { gathered } from './gathered.ts';
import { uriOf } from './ledgerPath.ts';
import { openChanges, openDiff } from './openDiff.ts';
import type { RemarkDesk } from './remarkDesk.ts';
import type { ReviewDesk } from './reviewDesk.ts';

const PATH_LIMIT_CHARS = 8_000;
const ID_LIMIT_CHARS = 200;

/** Which request waits for a proposal to be decided. */
export type WaitsFor = Naming['waitsFor'];

/** The same hunks in the chat: shows them there, and takes decisions from there. */
export class ChatReview {
  readonly #desk: ReviewDesk;
  readonly #remarks: RemarkDesk;
  readonly #log: ReviewLog;
  readonly #report: Report;
  readonly #waitsFor: WaitsFor;

  /** `waitsFor` says which request waits for a proposal to be decided. */
  constructor(desk: ReviewDesk, remarks: RemarkDesk, report: Report, waitsFor: WaitsFor) {
    this.#desk = desk;
    this.#remarks = remarks;
    this.#log = desk.log;
    this.#report = report;
    this.#waitsFor = waitsFor;
  }

  /** Serves one page, until its connection ends. */
  listen(rpc: MessageConnection): void {
    const tell = (): void => void rpc.sendNotification(ReviewChanged, this.#pending());
    const listening = [
      gathered(this.#log.onDidChange, tell),
      gathered(this.#remarks.remarks.onDidChange, tell),
    ];
    rpc.onDispose(() => listening.forEach(one => one.dispose()));
    rpc.onRequest(FindPending, () => this.#pending());
    rpc.onNotification(Decide, raw => {
      const decision = parseDecision(raw);
      if (decision) {
        void this.#report.around(vscode.l10n.t('Deciding'), () => this.#decide(decision));
      }
    });
    rpc.onNotification(OpenReview, raw => {
      const from = new Fields(raw);
      const path = from.maybe('path', () => ({ path: from.text('path', PATH_LIMIT_CHARS) }))?.path;
      void this.#report.around(vscode.l10n.t('Opening the changes'), () => this.#open(path));
    });
  }

  #pending(): PendingReview {
    const naming = { labelOf, waitsFor: this.#waitsFor };
    return {
      ...pendingReview(this.#log.pending, this.#log.state.revision, naming),
      remarks: this.#remarks.remarks.all.map(remark =>
        pendingRemark(remark, this.#remarks.sessionOf(remark)?.id ?? '', labelOf),
      ),
    };
  }

  async #decide({ verdict, path, hunk, seen }: ReviewDecision): Promise<void> {
    await this.#desk.decide(verdict, scopeOf(path, hunk), { seen });
  }

  async #open(path: string | undefined): Promise<void> {
    const file = path === undefined ? undefined : this.#log.file(path);
    await (file ? openDiff(file) : openChanges(this.#log.pending));
  }
}

function scopeOf(path: string | undefined, hunk: ReviewDecision['hunk']): Scope {
  if (path === undefined) {
    return { kind: 'all' };
  }
  return hunk ? { kind: 'hunks', hunks: [{ path, ...hunk }] } : { kind: 'file', path };
}

/** The page is not trusted: what does not fit is dropped. */
function parseDecision(raw: unknown): ReviewDecision | undefined {
  const from = new Fields(raw);
  const decision: ReviewDecision = {
    verdict: from.one('verdict', ['accept', 'reject'], 'accept'),
    seen: from.count('seen'),
    ...from.maybe('path', () => ({ path: from.text('path', PATH_LIMIT_CHARS) })),
    ...from.maybe('hunk', () => ({
      hunk: from.inner('hunk', inner => ({
        id: inner.text('id', ID_LIMIT_CHARS),
        revision: inner.count('revision'),
      })),
    })),
  };
  return from.sound ? decision : undefined;
}

/** A proposal is called by the file it is meant for. */
const labelOf = (path: string): string => vscode.workspace.asRelativePath(uriOf(path).fsPath);
