import type { Entry } from '../../core/session/transcript/entry.ts';
import { isOpenRequest } from '../../core/session/transcript/openRequest.ts';

/** The ids of the entries that wait for an answer of the user. */
export const getOpenRequestIds = (entries: readonly Entry[]): readonly string[] =>
  entries.filter(isOpenRequest).map(({ id }) => id);
