import { describe, expect, it } from 'vitest';
import { readAuditReport } from '../../../harness/audit/auditReport.ts';

describe('readAuditReport', () => {
  it('counts what must be fixed, and what need not', () => {
    const vulnerabilities = { info: 1, low: 2, moderate: 4, high: 8, critical: 16, total: 31 };
    expect(readAuditReport(JSON.stringify({ metadata: { vulnerabilities } }))).toEqual({
      kind: 'audited',
      high: 24,
      low: 7,
    });
  });

  it('says that a registry has no advisories', () => {
    const message = '405 Method Not Allowed - POST https://registry/-/npm/v1/security';
    expect(readAuditReport(JSON.stringify({ message, statusCode: 405 }))).toEqual({
      kind: 'unavailable',
      reason: message,
    });
    expect(readAuditReport(JSON.stringify({ error: { summary: 'offline' } }))).toEqual({
      kind: 'unavailable',
      reason: 'offline',
    });
  });

  it('does not take anything else for a result', () => {
    expect(() => readAuditReport('{}')).toThrow('unknown');
  });
});
