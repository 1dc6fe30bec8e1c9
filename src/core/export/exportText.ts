import { getSessionName, toJournalSnapshot, type SessionRecord } from '../journal/sessionRecord.ts';
import { redact } from '../redaction/redact.ts';
import { exportParts, type ExportHeader, type ExportPart } from './exportParts.ts';
import { renderHtml } from './renderHtml.ts';
import { renderMarkdown } from './renderMarkdown.ts';
import { t } from '../l10n.ts';

export type ExportFormat = 'markdown' | 'html' | 'json';

/** Exports a session without known secrets and without text that looks like a secret. */
export function exportText(
  record: SessionRecord,
  format: ExportFormat,
  secrets: readonly string[],
): string {
  switch (format) {
    case 'markdown':
      return renderMarkdown(...pageOf(record, secrets));
    case 'html':
      return renderHtml(...pageOf(record, secrets));
    case 'json':
      return traceOf(record, secrets);
  }
}

function pageOf(
  record: SessionRecord,
  secrets: readonly string[],
): [head: ExportHeader, parts: readonly ExportPart[]] {
  const { agentName, createdMs } = record.header;
  const head = { title: getSessionName(record) || t('Untitled'), agentName, createdMs };
  return [redactValue(head, secrets), redactValue(exportParts(record), secrets)];
}

/** The content of the journal as one JSON value, which can be imported again. */
function traceOf(record: SessionRecord, secrets: readonly string[]): string {
  const trace = { header: record.header, snapshot: toJournalSnapshot(record) };
  return `${JSON.stringify(trace, redactor(secrets), 2)}\n`;
}

const redactValue = <T>(value: T, secrets: readonly string[]): T =>
  JSON.parse(JSON.stringify(value, redactor(secrets)));

const redactor =
  (secrets: readonly string[]) =>
  (_name: string, value: unknown): unknown =>
    typeof value === 'string' ? redact(value, secrets) : value;
