import { describe, expect, it } from 'vitest';
import { versionOf } from '../agents/realAgent.ts';
import { ROSTER } from '../agents/roster.ts';
import { citedIn, docText, missingTests } from './citedTests.ts';

/** The cells of the rows of a page's tables, by the heading above. */
function rowsUnder(doc: string, heading: string): readonly (readonly string[])[] {
  const section = doc.split(/^#+ /m).find(part => part.startsWith(heading)) ?? '';
  const rows = section.split('\n').filter(line => line.startsWith('|'));
  return rows.slice(2).map(row =>
    row
      .slice(1, -1)
      .split('|')
      .map(cell => cell.trim()),
  );
}

describe('docs/AGENTS.md', () => {
  it('has a row for each agent that is run, in the version that is run, and no other', async () => {
    const rows = rowsUnder(await docText('AGENTS.md'), 'Agents that run in Accord');
    const expected = ROSTER.map(agent => {
      const [spec] = agent.packages;
      return [agent.name, `\`${spec.slice(0, spec.lastIndexOf('@'))}\` ${versionOf(agent)}`];
    });
    expect(rows.map(row => row.slice(0, 2))).toEqual(expected);
    expect(rows.flat().filter(cell => cell === '')).toEqual([]);
  });

  it('names a test for each thing that agents do in their own way', async () => {
    const doc = await docText('AGENTS.md');
    const quirks = rowsUnder(doc, 'What they do in their own way');
    const bare = quirks.filter(([, , , proof = '']) => citedIn(proof).length === 0);
    expect(bare).toEqual([]);
    expect(quirks.length).toBeGreaterThan(20);
    expect(await missingTests(doc)).toEqual([]);
  });
});
