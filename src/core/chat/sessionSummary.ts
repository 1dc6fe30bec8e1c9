import { mentionLabel } from '../prompt/mention/mentionLabel.ts';
import { truncate } from '../text/truncate.ts';
import { isOpenRequest, isRequest } from '../session/transcript/openRequest.ts';
import type { SessionState } from '../session/state/sessionState.ts';
import { isFailedTurn } from '../session/transcript/turnEnd.ts';
import type { TranscriptPatch, Transcript } from '../session/transcript/transcript.ts';
import type { SessionSummary } from './chatViewState.ts';

/** Summarizes a session for the session switcher. */
export function toSessionSummary(state: SessionState, transcript: Transcript): SessionSummary {
  return {
    id: state.id,
    title: getSessionTitle(state, transcript),
    agentName: state.agentName,
    state: getSummaryState(state, transcript),
    canFork: state.canFork ?? false,
  };
}

const TITLE_LIMIT_CHARS = 60;
/** A prompt may contain a pasted file, and the title is computed often, so only its beginning is considered. */
const TITLE_SOURCE_CHARS = 1_000;

/** The user's name for the session, else the agent's title, else the beginning of the first prompt. */
export function getSessionTitle(
  state: Pick<SessionState, 'title' | 'name'>,
  transcript: Transcript,
): string {
  const given = state.name || state.title;
  if (given) {
    return given;
  }
  const first = transcript.entries.find(entry => entry.kind === 'user');
  const text =
    first?.kind === 'user'
      ? (first.draft ?? [])
          .map(part =>
            part.kind === 'text'
              ? part.text.slice(0, TITLE_SOURCE_CHARS)
              : `@${mentionLabel(part.mention)}`,
          )
          .join('')
          .trim()
          .replaceAll(/\s+/g, ' ')
      : '';
  return truncate(text, TITLE_LIMIT_CHARS);
}

/** Whether patches may change that a session waits for the user. */
export const affectsRequests = (patches: readonly TranscriptPatch[]): boolean =>
  patches.some(
    patch => (patch.kind === 'added' || patch.kind === 'replaced') && isRequest(patch.entry),
  );

/** An agent may send a request at any time, even while it starts or between turns. */
function getSummaryState(
  state: SessionState,
  { entries, turn }: Transcript,
): SessionSummary['state'] {
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
      return turn === 0 ? 'idle' : getLastOutcome(entries);
  }
}

/** The result of the last turn. */
function getLastOutcome(entries: Transcript['entries']): 'done' | 'failed' {
  const end = entries.findLast(({ kind }) => kind === 'turnEnd');
  return end?.kind === 'turnEnd' && isFailedTurn(end.reason) ? 'failed' : 'done';
}
