import { describe, expect, it } from 'vitest';
import { toHistoryItem } from '../../../../src/core/history/historyItem.ts';
import { createSessionRecord } from '../../../../src/core/journal/sessionRecord.ts';
import type { Draft } from '../../../../src/core/prompt/draft.ts';
import type { Entry } from '../../../../src/core/session/transcript/entry.ts';
import { emptyTranscript } from '../../../../src/core/session/transcript/transcript.ts';
import { journalHeader } from '../../../fakes/journalHeader.ts';

const entryBase = { id: 'e1', turn: 1, atMs: 0 };
const words: Draft = [{ kind: 'text', text: 'hi' }];
const asked = (draft?: Draft): Entry => ({
  ...entryBase,
  kind: 'user',
  blocks: [],
  ...(draft ? { draft } : {}),
});
const ended: Entry = {
  ...entryBase,
  kind: 'turnEnd',
  reason: 'end_turn',
  startedMs: 0,
  toolCount: 0,
  fileCount: 0,
};

const outcomeOf = (entries: readonly Entry[], queue: readonly Draft[] = []): string =>
  toHistoryItem({
    ...createSessionRecord(journalHeader),
    transcript: { ...emptyTranscript, entries },
    state: { title: '', queue: queue.map((draft, at) => ({ id: `q${at}`, draft })) },
  }).outcome;

describe('the outcome of a session in the history', () => {
  it('is unfinished if its last turn has no end or prompts are queued', () => {
    expect(outcomeOf([asked(words)])).toBe('unfinished');
    expect(outcomeOf([asked(words), ended], [words])).toBe('unfinished');
    expect(outcomeOf([asked(words), ended])).toBe('done');
  });

  it('is done if the agent replayed it, since a replay has no turn ends', () => {
    expect(outcomeOf([asked()])).toBe('done');
    expect(outcomeOf([asked()], [words])).toBe('unfinished');
  });
});
