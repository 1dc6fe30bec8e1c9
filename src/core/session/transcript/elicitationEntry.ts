import type { ElicitationOutcome, ElicitationEntry } from './entry.ts';
import { findEntry, newEntryBase, type TranscriptPatch, type Transcript } from './transcript.ts';

/** A request of the agent to fill in a form or to open a page. */
export type Elicitation = Pick<ElicitationEntry, 'message' | 'ask' | 'elicitationId' | 'asker'>;

const MESSAGE_LIMIT_CHARS = 10_000;

export function createElicitationEntry(
  transcript: Transcript,
  elicitation: Elicitation,
  nowMs: number,
): ElicitationEntry {
  return {
    ...newEntryBase(transcript, nowMs),
    kind: 'question',
    ...elicitation,
    message: elicitation.message.slice(0, MESSAGE_LIMIT_CHARS),
    answer: { kind: 'open' },
  };
}

/** Finds an elicitation that is not answered yet. */
export function findOpenElicitation(
  transcript: Transcript,
  id: string,
): ElicitationEntry | undefined {
  const entry = findEntry(transcript, id);
  return entry?.kind === 'question' && entry.answer.kind === 'open' ? entry : undefined;
}

/** Records the answer in the transcript. */
export function elicitationAnsweredPatches(
  transcript: Transcript,
  id: string,
  answer: ElicitationOutcome,
  answeredMs: number,
): readonly TranscriptPatch[] {
  const entry = findOpenElicitation(transcript, id);
  return entry ? [{ kind: 'replaced', entry: { ...entry, answer, answeredMs } }] : [];
}

/** Records that the user has completed what a page asked for. Changes nothing if the id is unknown or already completed. */
export function elicitationCompletedPatches(
  transcript: Transcript,
  elicitationId: string,
): readonly TranscriptPatch[] {
  const entry = transcript.entries.findLast(
    candidate => candidate.kind === 'question' && candidate.elicitationId === elicitationId,
  );
  return entry?.kind === 'question' && entry.answer.kind === 'accepted' && !entry.answer.done
    ? [{ kind: 'replaced', entry: { ...entry, answer: { kind: 'accepted', done: true } } }]
    : [];
}
