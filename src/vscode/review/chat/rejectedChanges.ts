import * as vscode from 'vscode';
import type { MessageConnection } from 'vscode-jsonrpc';
import { z } from 'zod';
import type { Session } from '../../../agent/session/session.ts';
import type { Sessions } from '../../../agent/session/sessions.ts';
import { RestoreRejectedHunk, type RejectedHunkRef } from '../../../core/chat/messages.ts';
import { strictParser } from '../../../core/parseStrict.ts';
import { restoreRejectedHunk } from '../../../core/review/rejections/restoreRejectedHunk.ts';
import { rejectedFiles } from '../../../core/review/rejections/rejectedFiles.ts';
import type { ReviewEvent } from '../../../core/review/model/reviewEvent.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import type { RejectedFile, RejectedHunk } from '../../../core/session/transcript/entry.ts';
import {
  restoredHunkPatches,
  rejectedPatches,
} from '../../../core/session/transcript/rejectedPatches.ts';
import { findEntry } from '../../../core/session/transcript/transcript.ts';
import type { ErrorReporter } from '../../errorReporter.ts';
import type { ReviewController } from '../decisions/reviewController.ts';

const ID_LIMIT_CHARS = 200;
const PATH_LIMIT_CHARS = 8_000;

/** Keeps what the user rejects in the transcript of the session whose work it was, and brings it back from there. */
export class RejectedChanges implements vscode.Disposable {
  readonly #desk: ReviewController;
  readonly #log: ReviewModel;
  readonly #report: ErrorReporter;
  readonly #listening: vscode.Disposable;
  #sessions: Sessions | undefined;

  constructor(desk: ReviewController, report: ErrorReporter) {
    this.#desk = desk;
    this.#log = desk.model;
    this.#report = report;
    this.#listening = vscode.Disposable.from(this.#log.onDidRecord(event => this.#heard(event)));
  }

  /** The sessions whose transcripts are written to. */
  attachSessions(sessions: Sessions): void {
    this.#sessions = sessions;
  }

  /** Serves one page. */
  listen(rpc: MessageConnection): void {
    rpc.onNotification(RestoreRejectedHunk, raw => {
      const ref = parseRef(raw);
      if (ref) {
        void this.#report.run(vscode.l10n.t('Bringing a change back'), () => this.#bringBack(ref));
      }
    });
  }

  dispose(): void {
    this.#listening.dispose();
  }

  #heard(event: ReviewEvent): void {
    switch (event.kind) {
      case 'decided':
        if (event.verdict === 'reject') {
          this.#keep();
        }
        return;
      case 'undone':
      case 'redone':
      case 'abandoned':
      case 'reinstated':
        this.#compare();
        return;
      case 'changed':
      case 'committed':
      case 'removed':
      case 'proposed':
      case 'followed':
      case 'placed':
      case 'returned':
    }
  }

  #keep(): void {
    const { state } = this.#log;
    const decision = state.done.at(-1);
    for (const { sessionId, files, left } of decision
      ? rejectedFiles(decision, state, labelOf)
      : []) {
      const session = this.#sessions?.find(sessionId) ?? this.#sessions?.active;
      session?.conversation.patch((transcript, nowMs) =>
        rejectedPatches(transcript, { files, left }, nowMs),
      );
    }
  }

  /** A rejection that was taken back is none, until it is made again. */
  #compare(): void {
    const pending = new Set(
      [...this.#log.state.files.values()].flatMap(file => file.hunks.map(({ id }) => id)),
    );
    for (const { conversation } of this.#sessions?.all ?? []) {
      conversation.patch(transcript =>
        restoredHunkPatches(transcript, ({ id, back }) => (id === '' ? back : pending.has(id))),
      );
    }
  }

  async #bringBack({ sessionId, entryId, path, hunkId }: RejectedHunkRef): Promise<void> {
    const session = this.#sessions?.find(sessionId);
    const entry = session && findEntry(session.conversation.transcript, entryId);
    const file = entry?.kind === 'rejected' && entry.files.find(one => one.path === path);
    const hunk = file && file.hunks.find(({ id }) => id === hunkId);
    if (!session || !hunk || hunk.back) {
      return; // The page is about to hear that it is back.
    }
    const { turnId, toolCallId } = hunk;
    const origin = { sessionId, turnId, ...(toolCallId === undefined ? {} : { toolCallId }) };
    const outcome = await this.#desk.restoreChange(
      path,
      now => restoreRejectedHunk(file, hunk, now),
      origin,
    );
    if (outcome === 'back') {
      isBackNow(session, hunk);
    } else if (outcome === 'misfit') {
      await tellMisfit(file, hunk);
    }
  }
}

const labelOf = (path: string): string => vscode.workspace.asRelativePath(path);

/** From now on it is a change like any other: the review knows it by another name. */
function isBackNow(session: Session, { id }: RejectedHunk): void {
  session.conversation.patch(({ entries }) =>
    entries.flatMap(entry => {
      const isIt = entry.kind === 'rejected' && entry.files.some(file => has(file, id));
      return isIt
        ? [
            {
              kind: 'replaced',
              entry: { ...entry, files: entry.files.map(file => withBack(file, id)) },
            },
          ]
        : [];
    }),
  );
}

const has = ({ hunks }: RejectedFile, id: string): boolean => hunks.some(hunk => hunk.id === id);

const withBack = (file: RejectedFile, id: string): RejectedFile => ({
  ...file,
  hunks: file.hunks.map(hunk => (hunk.id === id ? { ...hunk, id: '', back: true } : hunk)),
});

async function tellMisfit({ label, change }: RejectedFile, hunk: RejectedHunk): Promise<void> {
  const copy = vscode.l10n.t('Copy Text');
  const words =
    change === 'created'
      ? vscode.l10n.t('This does not fit into {0} any more: another file stands there now.', label)
      : vscode.l10n.t(
          'This does not fit into {0} any more: what stood around it has been changed since.',
          label,
        );
  const chosen = await vscode.window.showWarningMessage(
    words,
    ...(hunk.wrote.length > 0 ? [copy] : []),
  );
  if (chosen === copy) {
    await vscode.env.clipboard.writeText(hunk.wrote.join(''));
  }
}

const id = z.string().max(ID_LIMIT_CHARS);

const parseRef = strictParser<RejectedHunkRef>(
  z.object({
    sessionId: id,
    entryId: id,
    path: z.string().max(PATH_LIMIT_CHARS),
    hunkId: id.min(1),
  }),
);
