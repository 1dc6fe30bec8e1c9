import type { QuestionAnswer, QuestionEntry } from './entry.ts';
import { findEntry, nextEntry, type Patch, type Transcript } from './transcript.ts';

/** What an agent asks the user, without its place in the transcript. */
export type Question = Pick<QuestionEntry, 'message' | 'ask' | 'elicitationId'>;

const MESSAGE_LIMIT_CHARS = 10_000;

/** A question as an entry where it arose. */
export function questionEntry(
  transcript: Transcript,
  question: Question,
  nowMs: number,
): QuestionEntry {
  return {
    ...nextEntry(transcript, nowMs),
    kind: 'question',
    ...question,
    message: question.message.slice(0, MESSAGE_LIMIT_CHARS),
    answer: { kind: 'open' },
  };
}

/** The question with that id, if it still waits for an answer. */
export function openQuestion(transcript: Transcript, id: string): QuestionEntry | undefined {
  const entry = findEntry(transcript, id);
  return entry?.kind === 'question' && entry.answer.kind === 'open' ? entry : undefined;
}

/** Notes the answer in the transcript. */
export function repliedPatches(
  transcript: Transcript,
  id: string,
  answer: QuestionAnswer,
): readonly Patch[] {
  const entry = openQuestion(transcript, id);
  return entry ? [{ kind: 'replaced', entry: { ...entry, answer } }] : [];
}

/** Notes that a page the user was sent to has done its work. An id we do not know, or know as done, changes nothing. */
export function completedPatches(transcript: Transcript, elicitationId: string): readonly Patch[] {
  const entry = transcript.entries.findLast(
    candidate => candidate.kind === 'question' && candidate.elicitationId === elicitationId,
  );
  return entry?.kind === 'question' && entry.answer.kind === 'accepted' && !entry.answer.done
    ? [{ kind: 'replaced', entry: { ...entry, answer: { kind: 'accepted', done: true } } }]
    : [];
}
