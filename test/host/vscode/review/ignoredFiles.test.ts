import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { step } from '../../../fakes/step.ts';
import { agentDoes, at, clear, eventually, hunkCount, ten, textOf, tree } from './reviewDriver.ts';

const names = ['.gitignore', '.env', 'generated', 'made.gen'];

describe('review of ignored files', () => {
  beforeEach(async () => {
    await writeFile(at('.gitignore'), '.env\ngenerated/\n');
    await writeFile(at('.env'), ten);
    await mkdir(at('generated'), { recursive: true });
    await writeFile(at('generated/client.ts'), 'export {};\n');
  });
  afterEach(async () => {
    await clear();
    await Promise.all(names.map(name => rm(at(name), { recursive: true, force: true })));
  });

  it('shows hunks in them, and restores what an agent changed, deleted or created and ignored', async () => {
    const before = await tree();
    await agentDoes(
      step.shell("sed -i 's/line 2/LINE 2/; s/line 7/LINE 7/' .env && rm -r generated"),
      step.shell('echo made.gen >> .gitignore && echo made > made.gen'),
    );
    await eventually(() => hunkCount('.env'), 2);
    assert.equal(await hunkCount('made.gen'), 1);
    await vscode.commands.executeCommand('accord.rejectAll');
    assert.deepEqual(await tree(), before);
  });

  it('restores what git clean -fdx deletes', async () => {
    const before = await tree();
    await agentDoes(step.shell('git clean -qfdx'));
    await assert.rejects(textOf('.env'));
    await vscode.commands.executeCommand('accord.rejectAll');
    assert.deepEqual(await tree(), before);
  });
});
