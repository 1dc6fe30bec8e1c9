import { describe, expect, it } from 'vitest';
import { patchesForUpdate } from '../../../../../src/core/session/transcript/patchesForUpdate.ts';
import {
  applyPatches,
  emptyTranscript,
  type Transcript,
} from '../../../../../src/core/session/transcript/transcript.ts';
import {
  turnEndPatches,
  userPromptPatches,
} from '../../../../../src/core/session/transcript/turnPatches.ts';

/** A turn in which one call has ended and another has not, with a command that the agent runs itself. */
function atWork(): Transcript {
  const begun = applyPatches(emptyTranscript, userPromptPatches(emptyTranscript, [], 1));
  const done = applyPatches(
    begun,
    patchesForUpdate(
      begun,
      { sessionUpdate: 'tool_call', toolCallId: 'a', title: 'Read', status: 'completed' },
      2,
    ),
  );
  return applyPatches(
    done,
    patchesForUpdate(
      done,
      {
        sessionUpdate: 'tool_call',
        toolCallId: 'b',
        title: 'Run',
        status: 'in_progress',
        content: [{ type: 'terminal', terminalId: 't' }],
        _meta: { terminal_info: { terminal_id: 't' } },
      },
      3,
    ),
  );
}

const statuses = ({ entries }: Transcript): string[] =>
  entries.flatMap(entry => (entry.kind === 'tool' ? [entry.status] : []));

describe('the end of a turn', () => {
  it('ends the open tool calls and their reported commands', () => {
    const before = atWork();
    const after = applyPatches(before, turnEndPatches(before, { reason: 'failed' }, 1, 9));
    expect(statuses(after)).toEqual(['completed', 'cancelled']);
    expect(after.terminals.get('t')?.exit).toEqual({ code: null, signal: null });
    expect(after.entries.at(-1)).toMatchObject({ kind: 'turnEnd', toolCount: 2 });
  });

  it('is followed by later updates of the agent', () => {
    const before = atWork();
    const ended = applyPatches(before, turnEndPatches(before, { reason: 'end_turn' }, 1, 9));
    const late = patchesForUpdate(
      ended,
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 'b',
        status: 'completed',
        _meta: { terminal_exit: { terminal_id: 't', exit_code: 0 } },
      },
      10,
    );
    const after = applyPatches(ended, late);
    expect(statuses(after)).toEqual(['completed', 'completed']);
    expect(after.terminals.get('t')?.exit).toEqual({ code: 0, signal: null });
  });

  it('does not end a command that the client runs, since it reports its own exit', () => {
    const transcript = atWork();
    const ours = { id: 't', command: 'make', output: '', cut: false, ours: true } as const;
    const before = applyPatches(transcript, [{ kind: 'terminal', terminal: ours }]);
    const after = applyPatches(before, turnEndPatches(before, { reason: 'end_turn' }, 1, 9));
    expect(after.terminals.get('t')?.exit).toBeUndefined();
  });
});
