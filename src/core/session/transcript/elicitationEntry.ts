import type { ElicitationOutcome, ElicitationEntry } from './entry.ts';
import { findEntry, newEntryBase, type TranscriptPatch, type Transcript } from './transcript.ts';

/** What an agent asks the user, without its place in the transcript. */
export type Elicitation = Pick<ElicitationEntry, 'message' | 'ask' | 'elicitationId'>;

const MESSAGE_LIMIT_CHARS = 10_000;

/** A question as an entry where it arose. */
export function createElicitationEntry(
  transcript: Transcript,
  question: Elicitation,
  nowMs: number,
): ElicitationEntry {
  return {
    ...newEntryBase(transcript, nowMs),
    kind: 'question',
    ...question,
    message: question.message.slice(0, MESSAGE_LIMIT_CHARS),
    answer: { kind: 'open' },
  };
}

/** The question with that id, if it still waits for an answer. */
export function findOpenElicitation(
  transcript: Transcript,
  id: string,
): ElicitationEntry | undefined {
  const entry = findEntry(transcript, id);
  return entry?.kind === 'question' && entry.answer.kind === 'open' ? entry : undefined;
}

/** Notes the answer in the transcript. */
export function elicitationAnsweredPatches(
  transcript: Transcript,
  id: string,
  answer: ElicitationOutcome,
): readonly TranscriptPatch[] {
  const entry = findOpenElicitation(transcript, id);
  return entry ? [{ kind: 'replaced', entry: { ...entry, answer } }] : [];
}

/** Notes that a page the user was sent to has done its work. An id we do not know, or know as done, changes nothing. */
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
