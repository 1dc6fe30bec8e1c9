import { describe, expect, it } from 'vitest';
import { citedIn, docText, missingTests } from './citedTests.ts';

describe('docs/PROTOCOL.md', () => {
  it('names only tests that exist', async () => {
    const doc = await docText('PROTOCOL.md');
    expect(await missingTests(doc)).toEqual([]);
    expect(citedIn(doc).length).toBeGreaterThan(100);
  });

  it('says of every rule that it holds, with a proof, or why not', async () => {
    const doc = await docText('PROTOCOL.md');
    const rules = doc.split('\n').filter(line => /^\|\s*[MSP]\s*\|/.test(line));
    const open = rules.filter(
      line => !/^\|\s*[MSP]\s*\|[^|]+\|\s*(?:holds|not)\s*\|[^|]{5,}\|$/.test(line),
    );
    expect(open).toEqual([]);
    expect(rules.length).toBeGreaterThan(80);
  });
});
