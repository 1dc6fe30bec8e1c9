import { describe, expect, it } from 'vitest';
import type { ToolContent, ToolEntry } from '../../../../../src/core/session/transcript/entry.ts';
import type { TerminalState } from '../../../../../src/core/session/transcript/transcript.ts';
import {
  getToolFailure,
  isFailedTool,
} from '../../../../../src/core/session/transcript/toolFailure.ts';

const tool = (facts: Partial<ToolEntry>): ToolEntry => ({
  id: 'e1',
  turn: 1,
  atMs: 0,
  kind: 'tool',
  callId: 'c',
  title: 'Run',
  toolKind: 'execute',
  status: 'failed',
  content: [],
  locations: [],
  ...facts,
});

const text = (words: string): ToolContent => ({
  kind: 'block',
  block: { type: 'text', text: words },
});

const terminal = (output: string, code: number | null): ReadonlyMap<string, TerminalState> =>
  new Map([['t', { id: 't', command: 'make', output, cut: false, exit: { code, signal: null } }]]);

const none = new Map<string, TerminalState>();
const inTerminal = { content: [{ kind: 'terminal', terminalId: 't' }] } as const;

describe('why a tool call failed', () => {
  it('is the exit code of its terminal and the last line of the output, without colors', () => {
    const output = 'building\r\n\u001B[31m2 tests failed\u001B[0m\r\n\r\n';
    expect(getToolFailure(tool(inTerminal), terminal(output, 2))).toEqual({
      exit: { code: 2, signal: null },
      line: '2 tests failed',
    });
  });

  it('is told for a command that failed although the agent calls it completed', () => {
    const done = tool({ ...inTerminal, status: 'completed' });
    expect(isFailedTool(done, terminal('', 1))).toBe(true);
    expect(isFailedTool(done, terminal('', 0))).toBe(false);
    expect(isFailedTool(done, terminal('', null))).toBe(false);
    expect(isFailedTool(tool({ ...inTerminal, status: 'in_progress' }), terminal('', 1))).toBe(
      false,
    );
    expect(getToolFailure(done, terminal('', 0))).toBeUndefined();
  });

  it('is found in the raw output', () => {
    const output = JSON.stringify({ exit_code: 127, stderr: 'sh: 1: nope: not found\n' });
    expect(getToolFailure(tool({ output }), none)).toEqual({
      exit: { code: 127, signal: null },
      line: 'sh: 1: nope: not found',
    });
    expect(getToolFailure(tool({ output: 'getaddrinfo ENOTFOUND' }), none)).toEqual({
      line: 'getaddrinfo ENOTFOUND',
    });
  });

  it('is the first line of a message, and the last line of what a command printed', () => {
    const content = [text('```\nFile not found\n  at read\n```')];
    expect(getToolFailure(tool({ content, toolKind: 'read' }), none)?.line).toBe('File not found');
    expect(getToolFailure(tool({ content }), none)?.line).toBe('at read');
    const tagged = [text('<tool_use_error>String not found</tool_use_error>')];
    expect(getToolFailure(tool({ content: tagged, toolKind: 'edit' }), none)?.line).toBe(
      'String not found',
    );
  });

  it('may be unknown, and is one short line without hidden characters', () => {
    expect(getToolFailure(tool({}), none)).toEqual({ line: '' });
    expect(getToolFailure(tool({ output: '{"a": [' }), none)?.line).toBe('{"a": [');
    const long = getToolFailure(tool({ output: `a\u202Eb${'x'.repeat(5_000)}` }), none)?.line ?? '';
    expect(long).toContain('characters not shown');
    expect(long).not.toContain('\u202E');
  });
});
