import { describe, expect, it } from 'vitest';
import { versionOf, type RealAgent } from '../../agents/realAgent.ts';
import { REAL_AGENTS } from '../../agents/realAgents.ts';
import { AUGGIE, DROID, QODER } from '../../agents/signInAgents.ts';
import { citedIn, docText, missingTests } from './citedTests.ts';

/** The cells of all table rows below a heading. */
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

const nameAndVersion = (agent: RealAgent): readonly string[] => {
  const [spec] = agent.packages;
  return [agent.name, `\`${spec.slice(0, spec.lastIndexOf('@'))}\` ${versionOf(agent)}`];
};

describe('docs/AGENTS.md', () => {
  it.each([
    ['Agents that run in Accord', REAL_AGENTS],
    ['Agents that require a sign-in first', [AUGGIE, QODER, DROID]],
  ])('has under "%s" a row for each agent in the version that is run', async (heading, agents) => {
    const rows = rowsUnder(await docText('AGENTS.md'), heading);
    expect(rows.map(row => row.slice(0, 2))).toEqual(agents.map(nameAndVersion));
    expect(rows.flat().filter(cell => cell === '')).toEqual([]);
  });

  it('names a test for each way in which agents differ', async () => {
    const doc = await docText('AGENTS.md');
    const quirks = rowsUnder(doc, 'Where agents differ');
    const bare = quirks.filter(([, , , proof = '']) => citedIn(proof).length === 0);
    expect(bare).toEqual([]);
    expect(quirks.length).toBeGreaterThan(20);
    expect(await missingTests(doc)).toEqual([]);
  });
});
