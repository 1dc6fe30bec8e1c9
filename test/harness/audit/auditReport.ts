/** What the report of `npm audit --json` says. */
export type AuditResult =
  | { readonly kind: 'audited'; readonly high: number; readonly low: number }
  /** The registry has no advisories, as many mirrors do. */
  | { readonly kind: 'unavailable'; readonly reason: string };

interface Report {
  readonly message?: string;
  readonly statusCode?: number;
  readonly error?: { readonly summary?: string };
  readonly metadata?: { readonly vulnerabilities?: Readonly<Record<string, number>> };
}

/** Reads a report. Throws if it is neither a result nor the answer that there is none. */
export function readAuditReport(json: string): AuditResult {
  const { message, statusCode, error, metadata } = JSON.parse(json) as Report;
  const counts = metadata?.vulnerabilities;
  if (counts) {
    const { info = 0, low = 0, moderate = 0, high = 0, critical = 0 } = counts;
    return { kind: 'audited', high: high + critical, low: info + low + moderate };
  }
  const reason = message ?? error?.summary ?? '';
  if (statusCode !== undefined || reason !== '') {
    return { kind: 'unavailable', reason };
  }
  throw new Error(`npm audit printed something unknown: ${json.slice(0, 500)}`);
}
