import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { inProject } from '../harness/paths.ts';
import { outFolder } from './agentsDoc.ts';
import { cleanTraces } from './cleanTrace.ts';
import { REAL_AGENTS } from './realAgents.ts';

/** Writes the fixtures in test/fixtures/agents from the traffic of the last runs. */
export async function writeFixtures(): Promise<void> {
  const folder = inProject('test', 'fixtures', 'agents');
  await mkdir(folder, { recursive: true });
  for (const { id } of REAL_AGENTS) {
    const trace = await readFile(`${outFolder}/${id}.ndjson`, 'utf8').catch(() => undefined);
    if (trace === undefined) {
      continue; // The agent did not run.
    }
    const { fresh, loaded } = cleanTraces(trace);
    await writeFile(`${folder}/${id}.ndjson`, fresh);
    if (loaded !== undefined) {
      await writeFile(`${folder}/${id}-load.ndjson`, loaded);
    }
  }
}
