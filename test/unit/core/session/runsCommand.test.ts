import { describe, expect, it } from 'vitest';
import type { Entry, PermissionEntry, ToolEntry } from '../../../../src/core/session/entry.ts';
import { runsCommand } from '../../../../src/core/session/runsCommand.ts';
import { emptyTranscript, type Transcript } from '../../../../src/core/session/transcript.ts';

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

describe('an agent', () => {
  it('runs a command while a tool call that may be one is open', () => {
    expect(runsCommand(transcript(tool({})))).toBe(true);
    expect(runsCommand(transcript(tool({ toolKind: 'other' })))).toBe(true);
    expect(runsCommand(transcript(tool({ endedMs: 5, status: 'completed' })))).toBe(false);
    expect(runsCommand(transcript(tool({ toolKind: 'read' })))).toBe(false);
    expect(runsCommand(transcript(tool({ turn: 1 })))).toBe(false);
  });

  it('runs none that still waits for permission', () => {
    expect(runsCommand(transcript(tool({}), permission))).toBe(false);
    const given: PermissionEntry = { ...permission, answer: { kind: 'chosen', optionId: 'yes' } };
    expect(runsCommand(transcript(tool({}), given))).toBe(true);
  });

  it('runs one while a terminal of its has not ended', () => {
    const terminal = { id: 't', command: 'sleep 9', output: '', cut: false };
    const running = { ...emptyTranscript, terminals: new Map([['t', terminal]]) };
    expect(runsCommand(running)).toBe(true);
    const exit = { code: 0, signal: null };
    expect(
      runsCommand({ ...emptyTranscript, terminals: new Map([['t', { ...terminal, exit }]]) }),
    ).toBe(false);
  });
});
