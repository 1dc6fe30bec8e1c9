import * as vscode from 'vscode';
import type { MessageConnection } from 'vscode-jsonrpc';
import * as z from 'zod';
import type { Session } from '../../../agent/session/session.ts';
import type { ReviewSessions } from '../../../agent/review/reviewSessions.ts';
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
import { showWarningMessage } from '../../notifications.ts';

const ID_LIMIT_CHARS = 200;
const PATH_LIMIT_CHARS = 8_000;

/** Records what the user rejects in the transcript of the session that made it, and restores it from there. */
export class RejectedChanges implements vscode.Disposable {
  readonly #controller: ReviewController;
  readonly #model: ReviewModel;
  readonly #reporter: ErrorReporter;
  readonly #sessions: ReviewSessions;
  readonly #listener: vscode.Disposable;

  constructor(controller: ReviewController, reporter: ErrorReporter) {
    this.#controller = controller;
    this.#model = controller.model;
    this.#sessions = controller.sessions;
    this.#reporter = reporter;
    this.#listener = vscode.Disposable.from(
      this.#model.onDidRecord(event => this.#handleEvent(event)),
    );
  }

  /** Serves one chat view. */
  listen(rpc: MessageConnection): void {
    rpc.onNotification(RestoreRejectedHunk, raw => {
      const ref = parseRef(raw);
      if (ref) {
        void this.#reporter.run(vscode.l10n.t('Restoring a change'), () => this.#restore(ref));
      }
    });
  }

  dispose(): void {
    this.#listener.dispose();
  }

  #handleEvent(event: ReviewEvent): void {
    switch (event.kind) {
      case 'decided':
        if (event.verdict === 'reject') {
          this.#recordRejection();
        }
        return;
      case 'undone':
      case 'redone':
      case 'abandoned':
      case 'reinstated':
        this.#updateRestored();
        return;
      case 'changed':
      case 'committed':
      case 'removed':
      case 'proposed':
      case 'followed':
      case 'placed':
      case 'returned':
      case 'prompted':
    }
  }

  #recordRejection(): void {
    const { state } = this.#model;
    const decision = state.done.at(-1);
    for (const { sessionId, files, left } of decision
      ? rejectedFiles(decision, state, labelOf)
      : []) {
      const session = this.#sessions.find(sessionId) ?? this.#sessions.active;
      session?.conversation.patch((transcript, nowMs) =>
        rejectedPatches(transcript, { files, left }, nowMs),
      );
    }
  }

  /** Marks changes as restored whose rejection was undone, and as rejected again after a redo. */
  #updateRestored(): void {
    const { pending } = this.#model;
    const ids = new Set(pending.flatMap(file => file.hunks.map(({ id }) => id)));
    const paths = new Set(
      pending.filter(({ hunks }) => hunks.length === 0).map(({ current }) => current.path),
    );
    for (const { conversation } of this.#sessions.all) {
      conversation.patch(transcript =>
        restoredHunkPatches(transcript, {
          isHunkRestored: ({ id, back }) => (id === '' ? back : ids.has(id)),
          isFileRestored: path => paths.has(path),
        }),
      );
    }
  }

  async #restore({ sessionId, entryId, path, hunkId }: RejectedHunkRef): Promise<void> {
    const session = this.#sessions.find(sessionId);
    const entry = session && findEntry(session.conversation.transcript, entryId);
    const file = entry?.kind === 'rejected' && entry.files.find(one => one.path === path);
    const hunk = file && file.hunks.find(({ id }) => id === hunkId);
    if (!session || !hunk || hunk.back) {
      return; // The chat view is about to be updated.
    }
    const { turnId, toolCallId } = hunk;
    const origin = { sessionId, turnId, ...(toolCallId === undefined ? {} : { toolCallId }) };
    const outcome = await this.#controller.restoreChange(
      path,
      now => restoreRejectedHunk(file, hunk, now),
      origin,
    );
    if (outcome === 'back') {
      markRestored(session, hunk);
    } else if (outcome === 'misfit') {
      await showMisfit(file, hunk);
    }
  }
}

const labelOf = (path: string): string => vscode.workspace.asRelativePath(path);

/** The restored change is a new hunk with a new id, so the entry does not refer to the old one any more. */
function markRestored(session: Session, { id }: RejectedHunk): void {
  session.conversation.patch(({ entries }) =>
    entries.flatMap(entry => {
      const isMatch = entry.kind === 'rejected' && entry.files.some(file => has(file, id));
      return isMatch
        ? [
            {
              kind: 'replaced',
              entry: { ...entry, files: entry.files.map(file => withRestored(file, id)) },
            },
          ]
        : [];
    }),
  );
}

const has = ({ hunks }: RejectedFile, id: string): boolean => hunks.some(hunk => hunk.id === id);

const withRestored = (file: RejectedFile, id: string): RejectedFile => ({
  ...file,
  hunks: file.hunks.map(hunk => (hunk.id === id ? { ...hunk, id: '', back: true } : hunk)),
});

async function showMisfit({ label, change }: RejectedFile, hunk: RejectedHunk): Promise<void> {
  const copy = vscode.l10n.t('Copy Text');
  const message =
    change === 'created'
      ? vscode.l10n.t("Can't restore this in {0} because another file is there now.", label)
      : vscode.l10n.t("Can't restore this in {0} because the surrounding lines changed.", label);
  const chosen = await showWarningMessage(message, ...(hunk.wrote.length > 0 ? [copy] : []));
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
