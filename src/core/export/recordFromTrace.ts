import { asRecord, parseJson } from '../json.ts';
import type { JournalHeader } from '../journal/journalLine.ts';
import { createSessionRecord, parseJournal, type SessionRecord } from '../journal/sessionRecord.ts';
import { noticePatches } from '../session/transcript/patchesForUpdate.ts';
import { applyPatches } from '../session/transcript/transcript.ts';
import { t } from '../l10n.ts';

/** Reads a session from an exported trace or a journal. */
export function recordFromTrace(text: string): SessionRecord | undefined {
  const trace = asRecord(parseJson(text));
  const lines = trace?.['snapshot'] === undefined ? text : traceLines(trace);
  return parseJournal(lines).record;
}

/** Converts an imported session to one of this workspace, with a new id and an agent that does not know the session. */
export function toImportedRecord(
  { header, transcript, marks, state }: SessionRecord,
  here: Pick<JournalHeader, 'id' | 'agentId' | 'agentName' | 'roots'>,
  nowMs: number,
): SessionRecord {
  const notice = {
    severity: 'info',
    title: t("{0} doesn't remember the conversation so far.", here.agentName),
    actions: ['addConversation'],
  } as const;
  return {
    ...createSessionRecord({ ...header, ...here }),
    transcript: applyPatches(transcript, noticePatches(transcript, notice, nowMs)),
    state: { title: state.title, queue: [] },
    marks: { name: marks.name, pinned: false },
  };
}

const traceLines = ({ header, snapshot }: ReturnType<typeof asRecord> & object): string =>
  `${JSON.stringify(header)}\n${JSON.stringify(snapshot)}\n`;
