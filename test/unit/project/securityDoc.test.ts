import { describe, expect, it } from 'vitest';
import { citedIn, missingTests, topText } from './citedTests.ts';

const SECTIONS = [
  'Report a vulnerability',
  'What Accord cannot prevent',
  'Remote agents',
  'Secrets and environment',
  'What is stored',
  'The package',
  'Tested platforms',
];

describe('SECURITY.md', () => {
  it('names tests that exist', async () => {
    const doc = await topText('SECURITY.md');
    expect(citedIn(doc).length).toBeGreaterThan(15);
    expect(await missingTests(doc)).toEqual([]);
  });

  it('names a test for each guarantee', async () => {
    const items = (await topText('SECURITY.md')).match(/^- .*\n(?: {2}.*\n)*/gm) ?? [];
    expect(items.length).toBeGreaterThan(30);
    const guarantees = items.filter(item => !/^- Not (?:prevented|pinned|shown)\b/.test(item));
    expect(guarantees.filter(item => citedIn(item).length === 0)).toEqual([]);
  });

  it('answers what users need to know', async () => {
    const doc = await topText('SECURITY.md');
    expect(SECTIONS.filter(title => !doc.includes(`\n## ${title}\n`))).toEqual([]);
  });
});
