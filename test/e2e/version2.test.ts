import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { scriptedAgent } from '../fakes/scriptedAgent.ts';
import { on, step, turn } from '../fakes/step.ts';
import { sharedTemporaryFolder, temporaryFolder } from '../harness/temporaryFolder.ts';
import {
  call,
  idle,
  initialize,
  say,
  state,
  update,
} from '../process/agent/version2/version2Agent.ts';
import { sendPrompt } from './sendPrompt.ts';
import { openWindow } from './window.ts';

const folder = await sharedTemporaryFolder();

const FILE = '${cwd}/src/money.ts';
const BEFORE = '/** An amount of money in whole cents. */';
const AFTER = '/** An amount of money, in cents. */';

const diff = {
  type: 'diff',
  changes: [{ operation: 'modify', path: FILE }],
  patch: {
    format: 'git_patch',
    text: [
      `diff --git a${FILE} b${FILE}`,
      `--- a${FILE}`,
      `+++ b${FILE}`,
      '@@ -1,2 +1,2 @@',
      `-${BEFORE}`,
      `+${AFTER}`,
      ' export type Cents = number;',
      '',
    ].join('\n'),
  },
};

const stoppable = { capabilities: { cancel: {} } };
const toBase64 = (text: string): string => Buffer.from(text).toString('base64');

/** An agent that speaks version 2: it edits a file itself, runs a command of its own, and waits until a call is stopped. */
const createAgent = (gate: string) =>
  scriptedAgent(folder, {
    on: [
      initialize(),
      turn(
        step.reply({ messageId: 'prompt' }), // The turn goes on after this answer.
        state({ state: 'running' }),
        call('edit', { title: 'Edit money.ts', kind: 'edit', status: 'in_progress' }),
        step.shell(`sed -i '1s#.*#${AFTER}#' src/money.ts`),
        update('tool_call_content_chunk', { toolCallId: 'edit', content: diff }),
        call('edit', { status: 'completed' }),
        update('terminal_update', { terminalId: 'term', command: 'npm test', cwd: '${cwd}' }),
        call('run', {
          title: 'Run the tests',
          kind: 'execute',
          status: 'in_progress',
          content: [{ type: 'terminal', terminalId: 'term' }],
          ...stoppable,
        }),
        update('terminal_output_chunk', { terminalId: 'term', data: toBase64('first half, ') }),
        update('terminal_output_chunk', { terminalId: 'term', data: toBase64('second half') }),
        step.waitForFile(gate),
        call('run', { status: 'cancelled', capabilities: null }),
        say('Done with version 2.'),
        idle(),
      ),
      on('tool_call/cancel', step.reply({})),
    ],
  });

it('an agent with version 2 of the protocol works in a window like any other', async () => {
  const gate = path.join(await temporaryFolder('gate'), 'stopped');
  const agent = await createAgent(gate);
  // The setting belongs to the user and not to the machine. A window reads those when it opens.
  const window = await openWindow({
    settings: {
      'accord.agents': { Scripted: agent.launch },
      'accord.defaultAgent': 'Scripted',
      'accord.protocolVersion': 2,
    },
  });
  const chat = await window.chat();
  await sendPrompt(chat, 'Edit and test');
  const asked = await agent.waitForReceived('initialize');
  expect(asked.params).toMatchObject({ protocolVersion: 2, info: { name: 'accord' } });

  const run = chat.getByRole('article', { name: 'Tool: Run the tests' });
  await run.getByText('first half, second half').waitFor();
  const edit = chat.getByRole('article', { name: 'Tool: Edit money.ts' });
  const changes = edit.getByRole('region', { name: 'Changes in src/money.ts' });
  await changes.getByRole('group', { name: 'Hunk 1 of 1' }).getByText('in cents').waitFor();
  await chat.getByRole('button', { name: 'Stop', exact: true }).waitFor(); // The answer to the prompt was not the end.
  await run.getByRole('button', { name: 'Stop Run the tests' }).click();
  expect((await agent.waitForReceived('tool_call/cancel')).params).toMatchObject({
    toolCallId: 'run',
  });
  await mkdir(gate);
  await chat.getByText('Done with version 2.').waitFor();
  await chat.getByRole('button', { name: 'Send' }).waitFor();

  await window.openFile('src/money.ts');
  await window.page.locator('.codelens-decoration a', { hasText: /^Accept$/ }).waitFor();
  await window.screenshot('version 2');
  await window.runCommand('Accord: Reject All Changes');
  await expect.poll(() => window.fileText('src/money.ts')).toContain(BEFORE);
});
