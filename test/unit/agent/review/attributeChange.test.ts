import { describe, expect, it } from 'vitest';
import { attributeChange } from '../../../../src/agent/review/attributeChange.ts';
import type { Sessions } from '../../../../src/agent/session/sessions.ts';
import type { Origin } from '../../../../src/core/review/file/hunk.ts';
import type { Entry, ToolEntry } from '../../../../src/core/session/transcript/entry.ts';
import type { TerminalState } from '../../../../src/core/session/transcript/transcript.ts';

const tool = (callId: string, more: Partial<ToolEntry> = {}): ToolEntry => ({
  id: callId,
  turn: 1,
  atMs: 1,
  kind: 'tool',
  callId,
  title: callId,
  toolKind: 'execute',
  status: 'completed',
  content: [],
  locations: [],
  endedMs: 2,
  ...more,
});

/** The commands that we run for the agent. */
const terminals = new Map<string, TerminalState>();

function originFor(...entries: readonly Entry[]): Origin | undefined {
  const sessions = { find: () => ({ conversation: { transcript: { entries, terminals } } }) };
  const turn = { sessionId: 's1', turn: 1, roots: ['/w'] };
  return attributeChange(sessions as unknown as Sessions, '/w/a.ts', [turn]);
}

const callFor = (...entries: readonly ToolEntry[]): string | undefined =>
  originFor(...entries)?.toolCallId;

const { endedMs: _, ...running } = tool('running', { status: 'in_progress' });

describe('the tool call that a changed file belongs to', () => {
  it('is the last one that names the file', () => {
    const naming = tool('naming', { toolKind: 'read', locations: [{ path: 'a.ts' }] });
    expect(callFor(naming, running)).toBe('naming');
  });

  it('is otherwise the one that is running', () => {
    expect(callFor(tool('before'), running)).toBe('running');
  });

  it('is a command that ended before its changes were found', () => {
    expect(callFor(tool('earlier'), tool('command'))).toBe('command');
  });

  it('is none that only reads', () => {
    expect(callFor(tool('read', { toolKind: 'read' }))).toBeUndefined();
    expect(callFor(tool('write'), tool('search', { toolKind: 'search' }))).toBe('write');
  });

  it('is that of a command which is not reported yet, but not of one that ran during another call', () => {
    const command = { command: 'sed', output: '', cut: false, ours: true } as const;
    terminals.set('during', { ...command, id: 'during', startedMs: 1 });
    expect(callFor(tool('edit'))).toBe('edit');
    terminals.set('since', { ...command, id: 'since', startedMs: 3 });
    expect(callFor(tool('edit'))).toBe('since');
    expect(callFor(running)).toBe('running');
    const reported = tool('reported', { content: [{ kind: 'terminal', terminalId: 'since' }] });
    expect(callFor(tool('edit'), { ...reported, endedMs: 4 })).toBe('reported');
    expect(callFor(reported, tool('edit'))).toBe('edit');
    terminals.clear();
  });

  it('has the name of the sub-agent that made it', () => {
    const edit = tool('edit', { parentId: 'a', locations: [{ path: 'a.ts' }] });
    const explore: Entry = {
      id: 'a',
      turn: 1,
      atMs: 0,
      kind: 'subagent',
      subagentId: 'a',
      name: 'Explore',
      status: 'in_progress',
      canStop: false,
    };
    expect(originFor(explore, edit)).toMatchObject({ toolCallId: 'edit', subagent: 'Explore' });
    const task = tool('a', { subagentName: 'Plan' });
    expect(originFor(task, edit)).toMatchObject({ subagent: 'Plan' });
    expect(originFor(edit)).not.toHaveProperty('subagent');
  });
});
