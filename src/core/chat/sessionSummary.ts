import { mentionLabel } from '../prompt/mention/mentionLabel.ts';
import { truncate } from '../text/truncate.ts';
import { isOpenRequest, isRequest } from '../session/transcript/openRequest.ts';
import type { SessionState } from '../session/state/sessionState.ts';
import { isFailedTurn } from '../session/transcript/turnEnd.ts';
import type { TranscriptPatch, Transcript } from '../session/transcript/transcript.ts';
import type { SessionSummary } from './chatViewState.ts';

/** How a session stands, in one word. */
export function toSessionSummary(state: SessionState, transcript: Transcript): SessionSummary {
  return {
    id: state.id,
    title: getSessionTitle(state, transcript),
    agentName: state.agentName,
    state: standing(state, transcript),
    canFork: state.canFork ?? false,
  };
}

const TITLE_LIMIT_CHARS = 60;
/** A prompt may be a pasted file: its title is made often, of its beginning. */
const LOOKED_AT_CHARS = 1_000;

/** The user's name for it, else the agent's title, else the beginning of the first prompt. */
export function getSessionTitle(
  state: Pick<SessionState, 'title' | 'name'>,
  transcript: Transcript,
): string {
  const given = state.name || state.title;
  if (given) {
    return given;
  }
  const first = transcript.entries.find(entry => entry.kind === 'user');
  const words =
    first?.kind === 'user'
      ? (first.draft ?? [])
          .map(part =>
            part.kind === 'text'
              ? part.text.slice(0, LOOKED_AT_CHARS)
              : `@${mentionLabel(part.mention)}`,
          )
          .join('')
          .trim()
          .replaceAll(/\s+/g, ' ')
      : '';
  return truncate(words, TITLE_LIMIT_CHARS);
}

/** Whether a session may wait for its user now and did not before, or the other way round. */
export const affectsRequests = (patches: readonly TranscriptPatch[]): boolean =>
  patches.some(
    patch => (patch.kind === 'added' || patch.kind === 'replaced') && isRequest(patch.entry),
  );

/** An agent may ask at any time: while it starts, and between two turns. */
function standing(state: SessionState, { entries, turn }: Transcript): SessionSummary['state'] {
  if (
    state.status.kind !== 'stopped' &&
    entries.some(one => one.turn === turn && isOpenRequest(one))
  ) {
    return 'waiting';
  }
  switch (state.status.kind) {
    case 'starting':
      return 'starting';
    case 'working':
    case 'stopping':
      return 'working';
    case 'signIn':
      return 'waiting';
    case 'stopped':
      return 'failed';
    case 'idle':
      return turn === 0 ? 'idle' : outcome(entries);
  }
}

/** What became of the last turn. */
function outcome(entries: Transcript['entries']): 'done' | 'failed' {
  const end = entries.findLast(({ kind }) => kind === 'turnEnd');
  return end?.kind === 'turnEnd' && isFailedTurn(end.reason) ? 'failed' : 'done';
}
