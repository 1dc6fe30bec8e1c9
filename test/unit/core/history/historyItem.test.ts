import { describe, expect, it } from 'vitest';
import { toHistoryItem } from '../../../../src/core/history/historyItem.ts';
import { createSessionRecord } from '../../../../src/core/journal/sessionRecord.ts';
import type { Draft } from '../../../../src/core/prompt/draft.ts';
import type { Entry } from '../../../../src/core/session/transcript/entry.ts';
import { emptyTranscript } from '../../../../src/core/session/transcript/transcript.ts';

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

const standing = (entries: readonly Entry[], queue: readonly Draft[] = []): string =>
  toHistoryItem({
    ...createSessionRecord({
      kind: 'header',
      version: 1,
      id: 's',
      agentId: 'a',
      agentName: 'A',
      roots: [],
      createdMs: 0,
    }),
    transcript: { ...emptyTranscript, entries },
    kept: { title: '', queue: queue.map((draft, at) => ({ id: `q${at}`, draft })) },
  }).outcome;

describe('the outcome of a session in the history', () => {
  it('is unfinished if its last turn has no end or prompts are queued', () => {
    expect(standing([asked(words)])).toBe('unfinished');
    expect(standing([asked(words), ended], [words])).toBe('unfinished');
    expect(standing([asked(words), ended])).toBe('done');
  });

  it('is done if the agent replayed it, since a replay has no turn ends', () => {
    expect(standing([asked()])).toBe('done');
    expect(standing([asked()], [words])).toBe('unfinished');
  });
});
