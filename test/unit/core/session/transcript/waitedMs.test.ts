import { expect, it } from 'vitest';
import type { Entry, PermissionEntry } from '../../../../../src/core/session/transcript/entry.ts';
import { getWaitedMs } from '../../../../../src/core/session/transcript/waitedMs.ts';

const asked = (atMs: number, answeredMs?: number, turn = 1): PermissionEntry => ({
  id: `e${atMs}`,
  turn,
  atMs,
  kind: 'permission',
  callId: 'c',
  title: '',
  toolKind: 'edit',
  content: [],
  locations: [],
  choices: [],
  ...(answeredMs === undefined
    ? { answer: { kind: 'open' } }
    : { answer: { kind: 'cancelled' }, answeredMs }),
});
const said = (atMs: number): Entry => ({
  id: `m${atMs}`,
  turn: 1,
  atMs,
  kind: 'agent',
  blocks: [],
});

it('adds the times in which the agent waited in the last turn', () => {
  expect(getWaitedMs([], 0)).toBe(0);
  expect(getWaitedMs([asked(0, 500, 0), said(600), asked(1_000, 3_000), said(4_000)], 9_000)).toBe(
    2_000,
  );
  expect(getWaitedMs([asked(1_000, 3_000), said(4_000), asked(5_000, 6_000)], 9_000)).toBe(3_000);
});

it('counts requests that were open at the same time once, and an open one until now', () => {
  expect(getWaitedMs([asked(1_000, 3_000), asked(2_000, 5_000)], 9_000)).toBe(4_000);
  expect(getWaitedMs([asked(1_000, 9_000), asked(2_000, 5_000)], 9_000)).toBe(8_000);
  expect(getWaitedMs([asked(1_000)], 9_000)).toBe(8_000);
});

it('is 0 for an answer of an older version, whose time is unknown', () => {
  const { answeredMs: _, ...old } = asked(1_000, 2_000);
  expect(getWaitedMs([old], 9_000)).toBe(0);
});
