import { expect, it } from 'vitest';
import type { Json } from '../fakes/scenario.ts';
import { scriptedAgent } from '../fakes/scriptedAgent.ts';
import { on, step, turn } from '../fakes/step.ts';
import { sharedTemporaryFolder } from '../harness/temporaryFolder.ts';
import { accessibilityViolations } from '../page/accessibilityViolations.ts';
import { sendPrompt } from './sendPrompt.ts';
import { openChat } from './sharedWindow.ts';

const folder = await sharedTemporaryFolder();

const update = (sessionUpdate: string, fields: Readonly<Record<string, Json>>) =>
  step.update({ sessionUpdate, ...fields });
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const FILE = '${cwd}/src/total.ts';

const initialize = on(
  'initialize',
  step.reply({
    protocolVersion: 2,
    info: { name: 'scripted', version: '2.0.0' },
    capabilities: { session: { mcp: { stdio: {} } } },
  }),
);

const steps = [
  step.reply({ messageId: 'prompt' }),
  update('state_update', { state: 'running' }),
  update('terminal_update', {
    terminalId: 'tests',
    command: 'npm test',
    capabilities: { cancel: {} },
  }),
  update('tool_call_update', {
    toolCallId: 'run',
    title: 'Run the tests',
    kind: 'execute',
    status: 'in_progress',
    capabilities: { cancel: {} },
    content: [{ type: 'terminal', terminalId: 'tests' }],
  }),
  update('terminal_output_chunk', { terminalId: 'tests', data: base64('12 passed\n') }),
  step.waitForFile('${cwd}/stopped'),
  update('terminal_update', { terminalId: 'tests', exitStatus: { signal: 'SIGTERM' } }),
  update('tool_call_update', { toolCallId: 'run', status: 'cancelled', capabilities: {} }),
  step.writeFile(FILE, 'export const total = 1;\n'),
  update('tool_call_update', {
    toolCallId: 'edit',
    title: 'Write total.ts',
    kind: 'edit',
    status: 'completed',
    content: [
      {
        type: 'diff',
        changes: [{ operation: 'add', path: FILE }],
        patch: {
          format: 'git_patch',
          text: `diff --git ${FILE} ${FILE}\nnew file mode 100644\n--- /dev/null\n+++ ${FILE}\n@@ -0,0 +1 @@\n+export const total = 1;\n`,
        },
      },
    ],
  }),
  update('agent_message', { messageId: 'm', content: [{ type: 'text', text: 'Written.' }] }),
  update('state_update', { state: 'idle', stopReason: 'end_turn' }),
];

it('an agent that speaks version 2 works like any other, and its calls can be stopped', async () => {
  const agent = await scriptedAgent(folder, {
    on: [
      initialize,
      turn(...steps),
      on('tool_call/cancel', step.writeFile('${cwd}/stopped', ''), step.reply({})),
    ],
  });
  const { window, chat } = await openChat(agent.launch, {
    settings: { 'accord.protocolVersion': 2 },
  });
  await sendPrompt(chat, 'Write a helper');
  const terminal = chat.getByRole('region', { name: 'Terminal: npm test' });
  await terminal.getByText('12 passed').waitFor();
  await terminal.getByRole('button', { name: 'Stop command' }).waitFor();
  expect(await accessibilityViolations(chat)).toEqual([]);
  await window.screenshot('version 2');
  await chat.getByRole('button', { name: 'Stop Run the tests' }).click();
  await chat.getByText('Written.').waitFor();
  expect(await agent.received('initialize')).toMatchObject([{ params: { protocolVersion: 2 } }]);
  expect(await agent.received('tool_call/cancel')).toHaveLength(1);
  await window.openFile('src/total.ts');
  await window.page.locator('.codelens-decoration a', { hasText: /^Hunk 1 of 1/ }).waitFor();
});
