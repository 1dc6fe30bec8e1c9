import type { Entry, PermissionEntry, ElicitationEntry } from './entry.ts';

export const isRequest = (entry: Entry): entry is PermissionEntry | ElicitationEntry =>
  entry.kind === 'permission' || entry.kind === 'question';

/** Whether an entry is a request that the user has not answered yet. */
export const isOpenRequest = (entry: Entry): boolean =>
  isRequest(entry) && entry.answer.kind === 'open';
