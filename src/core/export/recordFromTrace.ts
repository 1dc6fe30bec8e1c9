import { asRecord } from '../json.ts';
import type { JournalHeader } from '../journal/journalLine.ts';
import { createSessionRecord, parseJournal, type SessionRecord } from '../journal/sessionRecord.ts';
import { noticePatches } from '../session/transcript/patchesForUpdate.ts';
import { applyPatches } from '../session/transcript/transcript.ts';
import { t } from '../l10n.ts';

/** A session as an exported trace tells it, or a journal; nothing if the text is neither. */
export function recordFromTrace(text: string): SessionRecord | undefined {
  const trace = asRecord(parsed(text));
  const lines = trace?.['snapshot'] === undefined ? text : traceLines(trace);
  return parseJournal(lines).record;
}

/** A session from elsewhere as one of this place: under an id of its own, with an agent that does not know it. */
export function toImportedRecord(
  { header, transcript, marks, kept }: SessionRecord,
  here: Pick<JournalHeader, 'id' | 'agentId' | 'agentName' | 'roots'>,
  nowMs: number,
): SessionRecord {
  const notice = {
    severity: 'info',
    title: t('{0} does not know what was said so far.', here.agentName),
    actions: ['addConversation'],
  } as const;
  return {
    ...createSessionRecord({ ...header, ...here }),
    transcript: applyPatches(transcript, noticePatches(transcript, notice, nowMs)),
    kept: { title: kept.title, queue: [] },
    marks: { name: marks.name, pinned: false },
  };
}

const traceLines = ({ header, snapshot }: ReturnType<typeof asRecord> & object): string =>
  `${JSON.stringify(header)}\n${JSON.stringify(snapshot)}\n`;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // A journal is no JSON as a whole.
  }
}
