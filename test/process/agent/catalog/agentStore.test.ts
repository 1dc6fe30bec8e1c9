import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { AgentStore } from '../../../../src/agent/catalog/agentStore.ts';
import type { InstallPlan } from '../../../../src/core/catalog/installPlan.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

let folder = '';

beforeEach(async () => {
  folder = await temporaryFolder();
});

const plan = (version: string): InstallPlan => ({
  kind: 'uvx',
  id: 'agent',
  name: 'Agent',
  version,
  args: [],
  env: {},
  spec: `agent==${version}`,
});

/** Fills a folder in two steps, with time for other tasks in between. */
async function fill(target: string): Promise<{ readonly program: string }> {
  const program = join(target, 'bin', 'agent');
  await mkdir(join(target, 'bin'));
  await writeFile(join(target, 'bin', 'first'), '1');
  for (let turn = 0; turn < 20; turn += 1) {
    await breathe();
  }
  await writeFile(program, await readFile(join(target, 'bin', 'first')));
  return { program };
}

describe('an agent that two windows install at the same time', () => {
  it.each(['add', 'addInPlace'] as const)('is complete for both (%s)', async way => {
    const windows = Array.from({ length: 8 }, () => new AgentStore(folder));
    const made = await Promise.all(windows.map(store => store[way](plan('1.0.0'), fill)));
    for (const { command } of made) {
      expect(await readFile(command, 'utf8')).toBe('1');
    }
  });

  it('in two versions is complete in one of them', async () => {
    const versions = ['1.0.0', '2.0.0', '3.0.0', '1.0.0', '2.0.0', '3.0.0'];
    await Promise.all(
      versions.map(version => new AgentStore(folder).addInPlace(plan(version), fill)),
    );
    const [agent] = await new AgentStore(folder).installed();
    expect(await readFile(agent?.command ?? '', 'utf8')).toBe('1');
  });
});
