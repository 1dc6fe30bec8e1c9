import { describe, expect, it } from 'vitest';
import {
  createPermissionEntry,
  permissionAnsweredPatches,
} from '../../../../../src/core/session/transcript/permissionEntry.ts';
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

/** A turn in which one call has ended and another is running, with a command that the agent runs itself. */
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

const call = (id: string, facts: object, transcript: Transcript): Transcript =>
  applyPatches(
    transcript,
    patchesForUpdate(
      transcript,
      { sessionUpdate: 'tool_call', toolCallId: id, title: id, status: 'completed', ...facts },
      2,
    ),
  );
const diff = (path: string) => ({ type: 'diff', path, newText: '' });

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

  it('counts the files that were changed, the calls that failed and the time without waiting', () => {
    let transcript = atWork();
    transcript = call('c', { kind: 'edit', content: [diff('/w/a'), diff('/w/b')] }, transcript);
    transcript = call('d', { kind: 'edit', content: [diff('/w/a')] }, transcript);
    transcript = call('e', { kind: 'delete', locations: [{ path: '/w/c' }] }, transcript);
    transcript = call('f', { kind: 'edit', content: [diff('/w/d')], status: 'failed' }, transcript);
    transcript = call('g', { kind: 'read', locations: [{ path: '/w/e' }] }, transcript);
    const request = createPermissionEntry(transcript, { toolCallId: 'g' }, [], 3);
    transcript = applyPatches(transcript, [{ kind: 'added', entry: request }]);
    transcript = applyPatches(
      transcript,
      permissionAnsweredPatches(transcript, request.id, { kind: 'cancelled' }, 7),
    );
    const [end] = turnEndPatches(transcript, { reason: 'end_turn' }, 1, 9).slice(-1);
    expect(end).toMatchObject({
      entry: { toolCount: 7, fileCount: 3, failedCount: 1, waitedMs: 4 },
    });
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
