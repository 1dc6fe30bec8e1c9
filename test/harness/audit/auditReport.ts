/** What the report of `npm audit --json` says. */
export type AuditResult =
  | { readonly kind: 'audited'; readonly high: number; readonly low: number }
  /** The registry has no advisories, as many mirrors do. */
  | { readonly kind: 'unavailable'; readonly reason: string };

interface Report {
  readonly message?: string;
  readonly error?: { readonly summary?: string };
  readonly metadata?: { readonly vulnerabilities?: Readonly<Record<string, number>> };
}

/** Reads a report. Throws if it is neither a result nor the answer that there is none. */
export function readAuditReport(json: string): AuditResult {
  const report = JSON.parse(json) as Report;
  const counts = report.metadata?.vulnerabilities;
  if (counts) {
    const count = (...levels: readonly string[]): number =>
      levels.reduce((sum, level) => sum + (counts[level] ?? 0), 0);
    return {
      kind: 'audited',
      high: count('high', 'critical'),
      low: count('info', 'low', 'moderate'),
    };
  }
  const reason = report.message ?? report.error?.summary;
  if (reason === undefined) {
    throw new Error(`npm audit printed something unknown: ${json.slice(0, 500)}`);
  }
  return { kind: 'unavailable', reason };
}
