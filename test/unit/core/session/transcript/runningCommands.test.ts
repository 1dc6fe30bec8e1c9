import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  Entry,
  PermissionEntry,
  ToolEntry,
} from '../../../../../src/core/session/transcript/entry.ts';
import { RunningCommands } from '../../../../../src/core/session/transcript/runningCommands.ts';
import {
  applyPatch,
  emptyTranscript,
  type TranscriptPatch,
  type Transcript,
} from '../../../../../src/core/session/transcript/transcript.ts';

const tool = (fields: Partial<ToolEntry>): ToolEntry => ({
  kind: 'tool',
  id: 'e1',
  turn: 2,
  atMs: 0,
  callId: 'c1',
  title: 'git switch',
  toolKind: 'execute',
  status: 'in_progress',
  content: [],
  locations: [],
  ...fields,
});

const permission: PermissionEntry = {
  kind: 'permission',
  id: 'e2',
  turn: 2,
  atMs: 0,
  callId: 'c1',
  title: 'git switch',
  toolKind: 'execute',
  content: [],
  locations: [],
  choices: [],
  answer: { kind: 'open' },
};

const transcript = (...entries: readonly Entry[]): Transcript => ({
  ...emptyTranscript,
  turn: 2,
  entries,
});

const runsCommand = (from: Transcript): boolean => new RunningCommands(from).hasRunning;

describe('an agent', () => {
  it('runs a command while a tool call that may be one is open', () => {
    expect(runsCommand(transcript(tool({})))).toBe(true);
    expect(runsCommand(transcript(tool({ toolKind: 'other' })))).toBe(true);
    expect(runsCommand(transcript(tool({ endedMs: 5, status: 'completed' })))).toBe(false);
    expect(runsCommand(transcript(tool({ toolKind: 'read' })))).toBe(false);
    expect(runsCommand(transcript(tool({ turn: 1 })))).toBe(false);
  });

  it('runs no command that waits for permission', () => {
    expect(runsCommand(transcript(tool({}), permission))).toBe(false);
    const given: PermissionEntry = { ...permission, answer: { kind: 'chosen', optionId: 'yes' } };
    expect(runsCommand(transcript(tool({}), given))).toBe(true);
  });

  it('runs one while one of its terminals has not ended', () => {
    const terminal = { id: 't', command: 'sleep 9', output: '', cut: false };
    const running = { ...emptyTranscript, terminals: new Map([['t', terminal]]) };
    expect(runsCommand(running)).toBe(true);
    const exit = { code: 0, signal: null };
    expect(
      runsCommand({ ...emptyTranscript, terminals: new Map([['t', { ...terminal, exit }]]) }),
    ).toBe(false);
  });

  it('is tracked patch by patch with the same result', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), steps => {
        let now = emptyTranscript;
        const commands = new RunningCommands(now);
        for (const next of steps) {
          const patch = patchOf(next, now);
          now = applyPatch(now, patch);
          commands.apply(patch);
          expect(commands.hasRunning).toBe(runsCommand(now));
        }
      }),
    );
  });
});

/** Adds, changes or removes an entry, or starts or ends a terminal. */
const step = fc.record({
  kind: fc.constantFrom('added', 'replaced', 'removed', 'terminal'),
  position: fc.nat(5),
  isTool: fc.boolean(),
  isOver: fc.boolean(),
  isNextTurn: fc.boolean(),
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function patchOf(next: Step, { entries, serial, turn }: Transcript): TranscriptPatch {
  const known = entries[next.position];
  if (next.kind === 'terminal') {
    const exit = next.isOver ? { exit: { code: 0, signal: null } } : {};
    const terminal = { id: `t${next.position}`, command: '', output: '', cut: false, ...exit };
    return { kind: 'terminal', terminal };
  }
  if (next.kind === 'removed' && known) {
    return { kind: 'removed', id: known.id };
  }
  if (next.kind === 'replaced' && known) {
    return { kind: 'replaced', entry: entryOf(next, known) };
  }
  const entryBase = { id: `e${serial + 1}`, turn: next.isNextTurn ? turn + 1 : turn };
  return { kind: 'added', entry: entryOf(next, entryBase) };
}

function entryOf(
  { isTool, isOver, position }: Step,
  { id, turn }: Pick<Entry, 'id' | 'turn'>,
): Entry {
  const common = { id, turn, callId: `c${position}` };
  const answer: PermissionEntry['answer'] = { kind: isOver ? 'cancelled' : 'open' };
  return isTool
    ? tool({ ...common, ...(isOver ? { endedMs: 1 } : {}) })
    : { ...permission, ...common, answer };
}
