import type { Entry, PermissionEntry, ElicitationEntry } from './entry.ts';

/** Whether an entry asks the user for something. */
export const isRequest = (entry: Entry): entry is PermissionEntry | ElicitationEntry =>
  entry.kind === 'permission' || entry.kind === 'question';

/** Whether an entry waits for the user's answer. */
export const isOpenRequest = (entry: Entry): boolean =>
  isRequest(entry) && entry.answer.kind === 'open';
