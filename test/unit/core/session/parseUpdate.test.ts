import { expect, it } from 'vitest';
import { parseUpdate } from '../../../../src/core/session/parseUpdate.ts';
import { commandOf } from '../../../../src/core/session/toolCall.ts';

const said = (text: string): unknown => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
});

it('a change of mode that Gemini says aloud is a change of mode', () => {
  expect(parseUpdate(said('[MODE_UPDATE] autoEdit'))).toEqual({
    sessionUpdate: 'current_mode_update',
    currentModeId: 'autoEdit',
  });
  expect(parseUpdate(said('It printed [MODE_UPDATE] autoEdit'))).toMatchObject(
    said('It printed [MODE_UPDATE] autoEdit') as object,
  );
});

it('a command in parts is shown so that its parts can be told', () => {
  expect(commandOf({ command: ['/bin/bash', '-lc', 'cat a b'] })).toBe("/bin/bash -lc 'cat a b'");
  expect(commandOf({ command: 'rm', args: ['a b', 'c'] })).toBe("rm 'a b' c");
  expect(commandOf({ command: 'for i in 1 2; do echo $i; done' })).toBe(
    'for i in 1 2; do echo $i; done',
  );
  expect(commandOf({ command: 7 })).toBeUndefined();
});
