import type { JournalHeader } from '../../src/core/journal/journalLine.ts';

/** The header of a journal whose values do not matter. */
export const journalHeader: JournalHeader = {
  kind: 'header',
  version: 1,
  id: 's',
  agentId: 'a',
  agentName: 'A',
  roots: [],
  createdMs: 0,
};
