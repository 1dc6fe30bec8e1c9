import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Frame } from 'playwright-core';
import type { Step } from '../fakes/scenario.ts';
import { scriptedAgent } from '../fakes/scriptedAgent.ts';
import { step, turn } from '../fakes/step.ts';
import { sharedTemporaryFolder } from '../harness/temporaryFolder.ts';
import { sendPrompt } from './sendPrompt.ts';
import { openChat } from './sharedWindow.ts';
import { themes, type Theme } from './window.ts';

const folder = await sharedTemporaryFolder();

/** How long the user takes to answer, at least. It must not count as work. */
const WAIT_MS = 3_000;
const CART = { type: 'diff', path: '/w/src/cart.ts', oldText: 'old total', newText: 'new total' };
const ID = '${made.result.terminalId}';

const plan = (running: number): Step =>
  step.plan(
    ...['Read the cart', 'Thread the discount through', 'Add tests', 'Run them'].map(
      (content, at) => ({
        content,
        priority: 'medium',
        status: at < running ? 'completed' : at === running ? 'in_progress' : 'pending',
      }),
    ),
  );

const read = (at: number, more: object = {}): Step =>
  step.toolCall(`read${at}`, {
    title: `Read src/file${at}.ts`,
    kind: 'read',
    status: 'completed',
    locations: [{ path: `/w/src/file${at}.ts`, line: 1 }],
    ...more,
  });

const edit = (at: number): Step =>
  step.toolCall(`edit${at}`, {
    title: `Edit src/file${at}.ts`,
    kind: 'edit',
    status: 'completed',
    rawInput: { path: `src/file${at}.ts`, old: `a${at}`, new: `b${at}` },
    content: [{ type: 'diff', path: `/w/src/file${at}.ts`, oldText: `a${at}`, newText: `b${at}` }],
  });

const times = (count: number, create: (at: number) => Step): readonly Step[] =>
  Array.from({ length: count }, (_, at) => create(at));

/**
 * 30 tool calls: 10 reads, a sub-agent with 8 calls, 8 edits, one failed read, one failed command, and one that
 * requests permission.
 */
const steps: readonly Step[] = [
  plan(0),
  ...times(10, at => read(at)),
  step.say('I read the cart.'),
  step.toolCall('task', { title: 'Find the callers', kind: 'think', status: 'in_progress' }),
  ...times(8, at => read(20 + at, { _meta: { claudeCode: { parentToolUseId: 'task' } } })),
  step.toolUpdate('task', { status: 'completed' }),
  plan(1),
  ...times(8, edit),
  read(99, {
    status: 'failed',
    content: [{ type: 'content', content: { type: 'text', text: 'File not found' } }],
  }),
  step.call('terminal/create', { command: 'echo 2 tests failed; exit 3' }, { save: 'made' }),
  step.toolCall('run', {
    title: 'Run the tests',
    kind: 'execute',
    status: 'in_progress',
    content: [{ type: 'terminal', terminalId: ID }],
  }),
  step.call('terminal/wait_for_exit', { terminalId: ID }, { save: 'exit' }),
  step.toolUpdate('run', { status: 'failed' }),
  ...step.permission({
    toolCallId: 'ask',
    title: 'Edit src/cart.ts',
    kind: 'edit',
    status: 'completed',
    content: [CART],
  }),
  step.toolCall('ask', {
    title: 'Edit src/cart.ts',
    kind: 'edit',
    status: 'completed',
    content: [CART],
  }),
  step.say('The discount is **applied**.'),
  step.stop('end_turn'),
];

const tool = (chat: Frame, name: string) => chat.getByRole('article', { name: `Tool: ${name}` });

it('a long turn is readable while it runs, asks once, and folds to one line that counts failures', async () => {
  const agent = await scriptedAgent(folder, { on: [turn(...steps)] });
  const { window, chat } = await openChat(agent.launch);
  await sendPrompt(chat, 'Apply the discount');
  const request = chat.getByRole('group', { name: 'Permission: Edit src/cart.ts' });
  await request.waitFor();
  const askedMs = Date.now();

  await expect.poll(() => chat.locator('.plan-head').textContent()).toContain('2/4');
  await tool(chat, 'Read 10 files').waitFor();
  await tool(chat, 'Find the callers').getByText('8 tools').waitFor();
  await tool(chat, 'Read src/file99.ts').getByText('File not found').waitFor();
  await tool(chat, 'Run the tests').getByText('exit code 3').waitFor();
  expect(await chat.getByText('"old"').count()).toBe(0);

  for (const theme of Object.keys(themes) as Theme[]) {
    await window.useTheme(theme);
    await window.screenshot(`long turn ${theme}`);
  }
  for (const width of [240, 300, 480, 800]) {
    await window.setSideBarWidth(width);
    await window.screenshot(`long turn ${width}`);
  }

  await request.getByRole('button', { name: 'Open diff' }).click();
  await window.page.getByRole('tab', { name: 'cart.ts (described by agent)' }).waitFor();
  await expect
    .poll(() => window.page.locator('.monaco-diff-editor').first().innerText())
    .toContain('new');
  await delay(Math.max(0, askedMs + WAIT_MS - Date.now()));
  const waitedMs = Date.now() - askedMs;
  await request.getByRole('button', { name: 'Yes (Allow once)' }).click();

  const fold = chat.locator('.fold-line');
  await expect.poll(() => fold.textContent()).toContain('30 tools · 2 failed · 9 files changed');
  const seconds = Number(/Worked for (\d+) s/.exec((await fold.textContent()) ?? '')?.[1]);
  expect(seconds).toBeLessThan(waitedMs / 1000);
  await chat.getByRole('article', { name: 'Agent' }).getByRole('button', { name: 'Copy' }).click();
  await expect
    .poll(() => window.page.evaluate<string>('navigator.clipboard.readText()'))
    .toBe('The discount is **applied**.');
  await window.screenshot('long turn folded');
});
