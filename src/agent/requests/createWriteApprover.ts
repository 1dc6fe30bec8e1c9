import { randomUUID } from 'node:crypto';
import type { PermissionChoice } from '../../core/session/transcript/entry.ts';
import type { PendingWrite, WriteApproval } from './writeApproval.ts';
import type { RequestSession } from './clientRequests.ts';
import { requestCanceled, invalidParams } from '../wire/responseError.ts';
import type { WriteApprover } from '../files/writeApprover.ts';
import { localizable, t } from '../../core/l10n.ts';

const ALL: PermissionChoice = {
  optionId: 'all',
  name: localizable('Write everything'),
  kind: 'allow_once',
};
const CHOSEN: PermissionChoice = {
  optionId: 'chosen',
  name: localizable('Write only the accepted hunks'),
  kind: 'allow_part',
};
const NONE: PermissionChoice = {
  optionId: 'none',
  name: localizable('Write nothing'),
  kind: 'reject_once',
};

/** A longer change is shown only in the editor and not in the conversation. */
const SHOWN_LIMIT_CHARS = 200_000;

/** Asks the user in the conversation and shows the change as hunks that can be accepted one by one. */
export function createWriteApprover(
  session: RequestSession,
  approval: WriteApproval,
): WriteApprover {
  return async (write, signal) => {
    const { shown: path } = write.path;
    if (!approval.isRequired(path, write.after)) {
      return undefined;
    }
    const callId = `accord-${randomUUID()}`;
    const pending = {
      callId,
      sessionId: session.id,
      path,
      before: write.before,
      after: write.after,
    };
    const isOpen = !write.isWhole && (await approval.begin(pending));
    const choice = await askUser(session, pending, isOpen, signal);
    if (!isOpen && choice === 'all') {
      return undefined;
    }
    const text = isOpen ? await approval.finish(callId, choice) : undefined;
    if (choice === undefined) {
      throw requestCanceled();
    }
    if (text === undefined) {
      const message = `The user was shown this change of ${path} and took nothing of it. The file is as it was.`;
      throw invalidParams(message, { path });
    }
    return text;
  };
}

async function askUser(
  session: RequestSession,
  { callId, path, before, after }: PendingWrite,
  isOpen: boolean,
  signal: AbortSignal | undefined,
): Promise<'all' | 'chosen' | 'none' | undefined> {
  const isShort = after.length + (before?.length ?? 0) <= SHOWN_LIMIT_CHARS;
  const diff = {
    type: 'diff',
    path,
    newText: after,
    ...(before === undefined ? {} : { oldText: before }),
  } as const;
  const optionId = await session.ask(
    {
      toolCall: {
        toolCallId: callId,
        title: t('Write {0}', path),
        kind: 'edit',
        content: isShort ? [diff] : [],
        locations: isShort ? [] : [{ path }],
      },
      choices: (isOpen ? [ALL, CHOSEN, NONE] : [ALL, NONE]).map(choice => ({
        ...choice,
        name: t(choice.name),
      })),
    },
    signal,
  );
  return (['all', 'chosen', 'none'] as const).find(known => known === optionId);
}
