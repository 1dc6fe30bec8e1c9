import { expect, it } from 'vitest';
import type { Json } from '../fakes/scenario.ts';
import { scriptedAgent } from '../fakes/scriptedAgent.ts';
import { PERMISSION_OPTIONS, step, turn } from '../fakes/step.ts';
import { sharedTemporaryFolder } from '../harness/temporaryFolder.ts';
import { sendPrompt } from './sendPrompt.ts';
import { openChat } from './sharedWindow.ts';
import { themes, type Theme } from './window.ts';

const folder = await sharedTemporaryFolder();

const announce = (sessionId: string, fields: Readonly<Record<string, Json>>) =>
  step.update({ sessionUpdate: 'subagent_update', sessionId, ...fields });
const running = { state: { state: 'running' }, capabilities: { cancel: {} } };
const done = { state: { state: 'idle', stopReason: 'end_turn' }, capabilities: {} };
const FILE = '${cwd}/src/total.ts';

const steps = [
  announce('explore', { title: 'Explore', description: 'Find all callers of total()', ...running }),
  announce('write', { title: 'Write the helper', description: 'coder', ...running }),
  step.updateOf('explore', {
    sessionUpdate: 'session_message',
    messageId: 'm1',
    recipientSessionId: 'explore',
    content: [{ type: 'text', text: 'Find all callers of `total()`.' }],
  }),
  step.updateOf('explore', {
    sessionUpdate: 'tool_call',
    toolCallId: 't1',
    title: 'Read src/settle.ts',
    kind: 'read',
    status: 'completed',
  }),
  step.updateOf('explore', {
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'text', text: 'There are **two** callers.' },
  }),
  announce('explore', done),
  step.updateOf('write', {
    sessionUpdate: 'tool_call',
    toolCallId: 't1',
    title: 'Write src/total.ts',
    kind: 'edit',
    status: 'in_progress',
    locations: [{ path: FILE }],
  }),
  step.call(
    'session/request_permission',
    {
      sessionId: 'write',
      toolCall: { toolCallId: 't1', title: 'Write src/total.ts', kind: 'edit' },
      options: PERMISSION_OPTIONS,
    },
    { save: 'asked' },
  ),
  step.call('fs/write_text_file', {
    sessionId: 'write',
    path: FILE,
    content: 'export const total = 1;\n',
  }),
  step.updateOf('write', {
    sessionUpdate: 'tool_call_update',
    toolCallId: 't1',
    status: 'completed',
  }),
  announce('write', done),
  step.say('The helper is written.'),
  step.stop('end_turn'),
];

it('sub-agents have a block each, ask by their names, and their changes carry them', async () => {
  const agent = await scriptedAgent(folder, { on: [turn(...steps)] });
  const { window, chat } = await openChat(agent.launch);
  await sendPrompt(chat, 'Write a helper');
  const request = chat.getByRole('group', { name: 'Permission: Write src/total.ts' });
  await request.getByText('Write the helper (sub-agent) asks:').waitFor();

  const explore = chat.getByRole('article', { name: 'Sub-agent: Explore' });
  await explore.getByText('1 tool').waitFor();
  await explore.getByRole('button', { name: /^Explore/ }).click();
  await explore.getByText('There are two callers.').waitFor();
  await chat.getByRole('button', { name: 'Stop Write the helper' }).waitFor();

  for (const theme of Object.keys(themes) as Theme[]) {
    await window.useTheme(theme);
    await window.screenshot(`sub-agents ${theme}`);
  }
  for (const width of [240, 500]) {
    await window.setSideBarWidth(width);
    await window.screenshot(`sub-agents ${width}`);
  }

  await request.getByRole('button', { name: 'Yes (Allow once)' }).click();
  await chat.getByText('The helper is written.').waitFor();
  // The turn stays open, because its first block was expanded.
  await expect.poll(() => chat.locator('.fold-line').textContent()).toContain('2 tools');
  const writer = chat.getByRole('article', { name: 'Sub-agent: Write the helper' });
  await writer.getByRole('button', { name: /^Write the helper/ }).click();
  await writer.getByRole('button', { name: /^Write src/ }).click();
  await writer.getByText('by Write the helper').waitFor();
  await window.openFile('src/total.ts');
  await window.page
    .locator('.codelens-decoration a', { hasText: /^Hunk 1 of 1 · Write the helper$/ })
    .waitFor();
  await window.screenshot('sub-agents changes');
});
