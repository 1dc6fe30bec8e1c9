import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Step } from '../fakes/scenario.ts';
import { scriptedAgent } from '../fakes/scriptedAgent.ts';
import { step, turn } from '../fakes/step.ts';
import { sendPrompt } from './sendPrompt.ts';
import { openChat } from './sharedWindow.ts';
import type { Window } from './window.ts';
import { sharedTemporaryFolder } from '../harness/temporaryFolder.ts';

const CLICK_MS = 1000;

const folder = await sharedTemporaryFolder();

const call = (method: string, params: unknown, save = 'answer'): Step => ({
  do: 'call',
  method,
  params,
  save,
});

/** Opens a window in which the agent performs these steps. */
async function windowDoing(
  ...steps: readonly Step[]
): Promise<{ readonly window: Window; readonly chat: Frame }> {
  const agent = await scriptedAgent(folder, { on: [turn(...steps, step.stop('end_turn'))] });
  const { window, chat } = await openChat(agent.launch);
  await sendPrompt(chat, 'go');
  return { window, chat };
}

describe('a command run by an agent', () => {
  it('is shown while it runs, can be opened as a terminal, receives input, and can be stopped', async () => {
    const command = 'echo ready; read line; echo "you typed $line"; sleep 300';
    const id = '${made.result.terminalId}';
    const { window, chat } = await windowDoing(
      call('terminal/create', { command }, 'made'),
      step.toolCall('t1', {
        title: 'Run it',
        kind: 'execute',
        status: 'in_progress',
        content: [{ type: 'terminal', terminalId: id }],
      }),
      call('terminal/wait_for_exit', { terminalId: id }),
      step.say('terminated by ${answer.result.signal}'),
    );
    const terminal = chat.getByRole('region', { name: `Terminal: ${command}` });
    await terminal.getByText('ready', { exact: true }).waitFor();
    await terminal.getByRole('button', { name: 'Open in terminal' }).click();
    const screen = window.page.locator('.terminal-wrapper.active .xterm');
    await screen.waitFor();
    await screen.click();
    await window.page.keyboard.type('hello');
    await window.page.keyboard.press('Enter');
    await terminal.getByText('you typed hello', { exact: true }).waitFor();
    await terminal.getByRole('button', { name: 'Stop command' }).click();
    const answer = chat.getByText(/terminated by SIG(?:TERM|HUP|KILL)/);
    await expect.poll(() => answer.count()).toBeGreaterThan(0);
    await terminal.getByRole('button', { name: 'Stop command' }).waitFor({ state: 'detached' });
  });
});

describe('a write outside the workspace', () => {
  it('waits for the decision of the user', async () => {
    const file = path.join(folder, 'outside.txt');
    const { chat } = await windowDoing(
      call('fs/write_text_file', { path: file, content: 'first' }, 'first'),
      call('fs/write_text_file', { path: file, content: 'second' }, 'second'),
      step.say('answered ${first.error.code}'),
    );
    const question = chat.getByRole('group', {
      name: 'Permission: Write a file outside the workspace',
    });
    await question.getByText(file).waitFor();
    const firstId = await question.getAttribute('data-request');
    await question.getByRole('button', { name: 'Reject once' }).click();
    // The first request may still be on the page for a moment.
    const second = question.and(chat.locator(`:not([data-request="${firstId}"])`));
    // When it disappears, the buttons are disabled again, and a click at that moment has no effect.
    const allow = second.getByRole('button', { name: 'Allow once' });
    await allow.waitFor();
    const allowed = async (): Promise<number> => {
      await allow.click({ timeout: CLICK_MS });
      return allow.count();
    };
    await expect.poll(() => allowed().catch(() => allow.count())).toBe(0);
    await chat.getByText('answered -32602').waitFor();
    expect(await readFile(file, 'utf8')).toBe('second');
  });
});
