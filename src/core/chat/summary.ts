import { mentionLabel } from '../prompt/mentionLabel.ts';
import type { Entry, PermissionEntry, QuestionEntry } from '../session/entry.ts';
import type { SessionState } from '../session/sessionState.ts';
import type { Patch, Transcript } from '../session/transcript.ts';
import type { SessionSummary } from './chatView.ts';

/** How a session stands, in one word. */
export function summaryOf(state: SessionState, transcript: Transcript): SessionSummary {
  return {
    id: state.id,
    title: titleOf(state, transcript),
    agentName: state.agentName,
    state: standing(state, transcript),
    canFork: state.canFork ?? false,
  };
}

const TITLE_LIMIT_CHARS = 60;

/** The user's name for it, else the agent's title, else the beginning of the first prompt. */
export function titleOf(
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
          .map(part => (part.kind === 'text' ? part.text : `@${mentionLabel(part.mention)}`))
          .join('')
          .trim()
          .replaceAll(/\s+/g, ' ')
      : '';
  return words.length > TITLE_LIMIT_CHARS ? `${words.slice(0, TITLE_LIMIT_CHARS)}...` : words;
}

/** Whether a session may wait for its user now and did not before, or the other way round. */
export const concernsRequests = (patches: readonly Patch[]): boolean =>
  patches.some(
    patch => (patch.kind === 'added' || patch.kind === 'replaced') && isRequest(patch.entry),
  );

const isRequest = (entry: Entry): entry is PermissionEntry | QuestionEntry =>
  entry.kind === 'permission' || entry.kind === 'question';

function standing(state: SessionState, transcript: Transcript): SessionSummary['state'] {
  const waiting = transcript.entries.some(
    entry => entry.turn === transcript.turn && isRequest(entry) && entry.answer.kind === 'open',
  );
  switch (state.status.kind) {
    case 'starting':
      return 'starting';
    case 'working':
    case 'stopping':
      return waiting ? 'waiting' : 'working';
    case 'signIn':
      return 'waiting';
    case 'stopped':
      return 'failed';
    case 'idle':
      return transcript.turn === 0 ? 'idle' : 'done';
  }
}
