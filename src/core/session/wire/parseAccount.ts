import { asList, asRecord, asString } from '../../json.ts';
import { visibleLine } from '../../text/visibleLine.ts';

const LABEL_LIMIT_CHARS = 120;
const ACCOUNT_LIMIT = 5;

/**
 * Who is signed in to an agent, for display: from `_auth/status_update`, which Claude and Codex send, or from the draft
 * `auth/status_update`. `undefined` if the agent does not say.
 */
export function parseAccount(raw: unknown): string | undefined {
  const params = asRecord(raw);
  const status = asRecord(params?.['authStatus']);
  const accounts = status ? [status] : (asList(params?.['accounts'], asRecord) ?? []);
  const active = accounts.filter(({ active: isActive }) => isActive !== false);
  const labels = active.slice(0, ACCOUNT_LIMIT).flatMap(account => accountLabel(account) ?? []);
  return labels.length > 0 ? labels.join(', ') : undefined;
}

function accountLabel(account: Readonly<Record<string, unknown>>): string | undefined {
  const details = asRecord(account['account']) ?? account;
  const parts = [
    account['label'],
    account['detail'] ?? details['email'] ?? details['name'],
    details['organization'],
  ].map(asString);
  const label = parts.filter(Boolean).join(' · ');
  return label === '' ? undefined : visibleLine(label, LABEL_LIMIT_CHARS);
}
