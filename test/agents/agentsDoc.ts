import { readFile, writeFile } from 'node:fs/promises';
import { inProject } from '../harness/paths.ts';
import { TABLE_HEAD } from './agentTable.ts';
import { REAL_AGENTS } from './realAgents.ts';

/** The folder into which runs write their results. */
export const outFolder = inProject('out', 'agents');

const doc = inProject('docs', 'AGENTS.md');
const HEAD = `| ${TABLE_HEAD.join(' | ')} |`;

/** The rows of all tables in docs/AGENTS.md, without the padding of their cells. */
export async function rowsInDocs(): Promise<readonly string[]> {
  const lines = (await readFile(doc, 'utf8')).split('\n');
  return lines.filter(isRow).map(squeezed);
}

/** Writes the results of the last runs into the table of docs/AGENTS.md. Agents that did not run keep their row. */
export async function writeTable(): Promise<void> {
  const known = await rowsInDocs();
  const rows: string[] = [];
  for (const { id, name } of REAL_AGENTS) {
    const seen = await readFile(`${outFolder}/${id}.row`, 'utf8').catch(() => undefined);
    const row = seen ?? known.find(other => other.startsWith(`| ${name} |`));
    rows.push(...(row === undefined ? [] : [row]));
  }
  const text = await readFile(doc, 'utf8');
  const lines = text.split('\n');
  const from = lines.findIndex(line => isRow(line) && squeezed(line) === HEAD);
  const length = lines.slice(from).findIndex(line => !isRow(line));
  const rule = HEAD.replaceAll(/[^|]+/g, ' --- ').trim();
  lines.splice(from, length, HEAD, rule, ...rows);
  await writeFile(doc, lines.join('\n'));
}

const isRow = (line: string): boolean => line.startsWith('|');
const squeezed = (line: string): string => line.replaceAll(/ +/g, ' ').trim();
