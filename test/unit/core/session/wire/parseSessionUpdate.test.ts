import { expect, it } from 'vitest';
import {
  parseSessionUpdate,
  parseToolCall,
} from '../../../../../src/core/session/wire/parseSessionUpdate.ts';
import { commandFromInput } from '../../../../../src/core/session/transcript/toolCall.ts';

const said = (text: string): unknown => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
});

it('parseSessionUpdate reads a mode change that Gemini sends as a message', () => {
  expect(parseSessionUpdate(said('[MODE_UPDATE] autoEdit'))).toEqual({
    sessionUpdate: 'current_mode_update',
    currentModeId: 'autoEdit',
  });
  expect(parseSessionUpdate(said('It printed [MODE_UPDATE] autoEdit'))).toMatchObject(
    said('It printed [MODE_UPDATE] autoEdit') as object,
  );
});

it('parseSessionUpdate quotes the parts of a command', () => {
  expect(commandFromInput({ command: ['/bin/bash', '-lc', 'cat a b'] })).toBe(
    "/bin/bash -lc 'cat a b'",
  );
  expect(commandFromInput({ command: 'rm', args: ['a b', 'c'] })).toBe("rm 'a b' c");
  expect(commandFromInput({ command: 'for i in 1 2; do echo $i; done' })).toBe(
    'for i in 1 2; do echo $i; done',
  );
  expect(commandFromInput({ command: 7 })).toBeUndefined();
});

it.each([
  [{ commands: ['cd a', 'rm x'] }, 'cd a\nrm x'],
  [{ commands: [{ command: 'rm', args: ['x y'] }] }, "rm 'x y'"],
  [{ cmd: 'rm x' }, 'rm x'],
  [{ cmd: ['rm', 'x y'] }, "rm 'x y'"],
  [{ command_line: 'rm x' }, 'rm x'],
  [{ commandLine: 'rm x' }, 'rm x'],
  [{ shell_command: 'rm x' }, 'rm x'],
  [{ Command: 'rm x' }, 'rm x'],
  [{ command: 'a', commands: ['b'] }, 'a'],
  [{ commands: ['a', 7] }, undefined],
  [{ commands: [] }, undefined],
  [{ command: { program: 'rm' } }, undefined],
  [{ command: [] }, undefined],
  [{ command: ['rm', { a: 1 }] }, undefined],
  ['rm x', undefined],
])('commandFromInput reads the command of %j', (input, command) => {
  expect(commandFromInput(input)).toBe(command);
});

it('parseToolCall reads input where an agent leaves out rawInput', () => {
  expect(parseToolCall({ toolCallId: 't', input: { command: 'ls' } })).toMatchObject({
    rawInput: { command: 'ls' },
  });
  expect(parseToolCall({ toolCallId: 't', rawInput: 'a', input: 'b' })).toMatchObject({
    rawInput: 'a',
  });
});

const inputOf = (rawInput: unknown) => parseToolCall({ toolCallId: 't', rawInput })?.rawInput;

it('parseToolCall reads an input that is JSON in a string, as Mastra Code sends it', () => {
  expect(inputOf('{"command":"ls"}')).toEqual({ command: 'ls' });
  for (const text of ['ls -l', '{"command":', '"ls"', '7', '[1]', '']) {
    expect(inputOf(text)).toBe(text);
  }
});
