import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { on, step, turn } from '../fakes/step.ts';
import { accessibilityViolations } from '../page/accessibilityViolations.ts';
import { sendPrompt } from './sendPrompt.ts';
import { openChatWithScenario, openChat } from './sharedWindow.ts';
import { openWindow } from './window.ts';
import { sharedTemporaryFolder, temporaryFolder } from '../harness/temporaryFolder.ts';

const folder = await sharedTemporaryFolder();

describe('a prompt', () => {
  it('is sent to a real agent process, and the answer streams in as Markdown', async () => {
    const gate = path.join(await temporaryFolder('gate'), 'go-on');
    const { chat, agent } = await openChatWithScenario(folder, {
      on: [
        turn(
          step.say('# Title\n\nSome **bold** text'),
          step.waitForFile(gate),
          step.say('\n\n- one\n- two'),
          step.stop('end_turn'),
        ),
      ],
    });
    await sendPrompt(chat, 'hello');
    const answer = chat.getByRole('article', { name: 'Agent' });
    await answer.getByRole('heading', { name: 'Title' }).waitFor();
    expect(await answer.locator('strong').textContent()).toBe('bold');
    expect(await answer.getByRole('listitem').count()).toBe(0);
    await mkdir(gate);
    await answer.getByRole('listitem').nth(1).waitFor();
    const [prompt] = await agent.received('session/prompt');
    expect(prompt?.params).toMatchObject({ prompt: [{ type: 'text', text: 'hello' }] });
    await chat.getByRole('button', { name: 'Send' }).waitFor();
  });

  it('reaches an agent that was started while it was written', async () => {
    const { chat, agent } = await openChatWithScenario(folder, {
      on: [turn(step.say('At once'), step.stop('end_turn'))],
    });
    await chat.getByRole('textbox', { name: 'Message' }).fill('h');
    await agent.waitForReceived('session/new');
    expect(await chat.getByRole('article').count()).toBe(0);
    await sendPrompt(chat, 'hello');
    await chat.getByText('At once').waitFor();
    expect(await agent.received('session/new')).toHaveLength(1);
    expect(await agent.received('session/prompt')).toHaveLength(1);
  });

  it('can be steered while the agent works on it', async () => {
    const gate = path.join(await temporaryFolder('gate'), 'go-on');
    const { chat, agent } = await openChatWithScenario(folder, {
      meta: { steering: { supported: true } },
      on: [
        turn(step.say('First.'), step.waitForFile(gate), step.say('Last.'), step.stop('end_turn')),
        on('_session/steering', step.reply({ outcome: 'injected' })),
      ],
    });
    await sendPrompt(chat, 'work');
    await chat.getByText('First.').waitFor();
    await sendPrompt(chat, 'and be brief');
    await agent.waitForReceived('_session/steering');
    await mkdir(gate);
    await chat.getByText('Last.').waitFor();
    const said = await chat.locator('.turn > article').allInnerTexts();
    const order = ['work', 'First.', 'and be brief', 'Last.'].map(text =>
      said.findIndex(entry => entry.includes(text)),
    );
    expect(order).toEqual([0, 1, 2, 3]);
    expect(await agent.received('session/prompt')).toHaveLength(1);
  });

  it('can be suggested by the agent', async () => {
    const { chat } = await openChatWithScenario(folder, {
      on: [
        turn(
          step.say('Fixed.'),
          step.stop('end_turn'),
          step.update({
            sessionUpdate: 'session_info_update',
            _meta: { promptSuggestions: { suggestions: [{ text: 'Now run the tests' }] } },
          }),
        ),
        turn(step.say('All pass.'), step.stop('end_turn')),
      ],
    });
    await sendPrompt(chat, 'fix it');
    const chip = chat.getByRole('button', { name: 'Now run the tests' });
    await chip.waitFor();
    await chip.click();
    await expect
      .poll(() => chat.getByRole('textbox', { name: 'Message' }).innerText())
      .toContain('Now run the tests');
    await chat.getByRole('button', { name: 'Send' }).click();
    await chat.getByText('All pass.').waitFor();
    expect(await chip.count()).toBe(0);
  });

  it('can be stopped', async () => {
    const { chat, agent } = await openChatWithScenario(folder, {
      on: [
        turn(step.say('I could go on for ever.'), { do: 'waitForCancel' }, step.stop('cancelled')),
      ],
    });
    await sendPrompt(chat, 'talk');
    await chat.getByText('I could go on for ever.').waitFor();
    await chat.getByRole('button', { name: 'Stop' }).click();
    await agent.waitForReceived('session/cancel');
    await expect.poll(() => chat.getByRole('button', { name: 'Stop' }).count()).toBe(0);
  });

  it('is answered although the agent prints text before its first message', async () => {
    const { chat } = await openChatWithScenario(folder, {
      start: [step.stdout({ text: 'Loaded cached credentials.\n', times: 500 })],
      on: [turn(step.say('Hello through the noise'), step.stop('end_turn'))],
    });
    await sendPrompt(chat, 'hello');
    await expect.poll(() => chat.getByText('Hello through the noise').count()).toBe(1);
  });
});

describe('an agent that fails', () => {
  it.each([
    { title: 'does not exist', command: 'no-such-agent-anywhere', words: /no-such-agent-anywhere/ },
    { title: 'is a folder', command: tmpdir(), words: /folder|directory/ },
  ])('shows an error if its command $title', async ({ command, words }) => {
    const { window, chat, name } = await openChat({ command, args: [], env: {} });
    await sendPrompt(chat, 'hello');
    const notice = chat.getByRole('article', { name: 'Notice' });
    await notice.getByText(words).first().waitFor();
    await notice.getByText(name).first().waitFor();
    expect(await notice.getByRole('button', { name: 'Restart' }).isVisible()).toBe(true);
    expect(await chat.getByRole('button', { name: 'Restart' }).count()).toBe(1);
    await notice.getByRole('button', { name: 'Open settings' }).click();
    const settings = window.page.locator('.settings-editor');
    await settings.getByText('Custom agents by display name').first().waitFor();
    await expect
      .poll(async () => {
        await window.page.keyboard.press('Escape');
        return settings.count();
      })
      .toBe(0);
  });

  it('shows its last output, keeps the prompt, and receives it after a restart', async () => {
    // The agent starts when the user begins to write, and again when the user sends.
    const licence = path.join(await temporaryFolder('licence'), 'licence');
    const failure = [step.stderr({ text: 'Error: no licence found\n' }), step.exit(3)];
    const { chat } = await openChatWithScenario(folder, {
      start: [step.ifFile(licence, [], failure)],
      on: [turn(step.say('Here I am'), step.stop('end_turn'))],
    });
    await sendPrompt(chat, 'are you there');
    await chat
      .getByText(/no licence found/)
      .first()
      .waitFor();
    expect(await accessibilityViolations(chat)).toEqual([]);
    await writeFile(licence, '');
    await chat.getByRole('button', { name: 'Restart' }).first().click();
    await chat.getByText('Here I am').waitFor();
  });

  it('can be stopped while it does not answer', async () => {
    const { chat } = await openChatWithScenario(folder, { on: [on('initialize', step.ignore)] });
    await sendPrompt(chat, 'hello');
    await chat.getByRole('button', { name: 'Stop' }).click();
    await expect.poll(() => chat.getByText(/was stopped/).count()).toBeGreaterThan(0);
  });
});

/** The content security policy of the page, without its nonce and VS Code's own address. */
const STRICT = [
  "default-src 'none'",
  "script-src 'nonce-'",
  "style-src VSCODE 'nonce-'",
  'font-src VSCODE',
  'img-src data:',
  'media-src data:',
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

async function policyOf(chat: Frame): Promise<readonly string[]> {
  const policy = (await chat.locator('meta[http-equiv]').getAttribute('content')) ?? '';
  return policy
    .replaceAll(/'nonce-[\w-]{22}'/g, "'nonce-'")
    .replaceAll(/(?:'self' )?https:\/\/\*\.vscode-cdn\.net/g, 'VSCODE')
    .split('; ');
}

describe('a new user', () => {
  it('can try the demo agent, which is accessible in every theme and width', async () => {
    const window = await openWindow({ env: { DEMO_PACE_MS: '0' } });
    const chat = await window.chat();
    await window.screenshot('welcome dark');
    expect(await policyOf(chat)).toEqual(STRICT);
    expect(await accessibilityViolations(chat)).toEqual([]);
    // No agent is chosen yet, so the prompt waits for the choice.
    await sendPrompt(chat, 'Show me what you can do');
    const picker = window.page.locator('.quick-input-widget');
    await window.page.locator('.quick-input-title').getByText('Select Agent').waitFor();
    await window.screenshot('agents of a new user');
    await picker.locator('input[type="text"]').first().fill('Accord Demo');
    await picker.locator('.monaco-list-row').filter({ hasText: 'Accord Demo' }).click();
    await chat.getByRole('article', { name: 'Thought' }).first().waitFor();
    await chat.getByRole('article', { name: 'Plan' }).first().waitFor();
    await chat.getByRole('button', { name: 'Allow once' }).first().waitFor();
    await chat.getByText('Waiting for your input').waitFor();
    await window.screenshot('permission dark');
    expect(await accessibilityViolations(chat)).toEqual([]);
    // The focus is in the composer. Otherwise VS Code would open an editor with this key, or its menu with Alt.
    const allow = chat.getByRole('button', { name: 'Allow once' }).first();
    await expect.poll(() => allow.isEnabled()).toBe(true);
    const message = chat.getByRole('textbox', { name: 'Message' });
    await message.press('Alt+1');
    await chat.getByRole('button', { name: 'Send' }).waitFor();
    expect(await message.locator('.cm-placeholder').count()).toBe(1);
    expect(await chat.evaluate('document.hasFocus()')).toBe(true);
    // The turn was folded when it ended. The test looks at all of its work.
    const folded = chat.getByRole('button', { name: /^Worked/, expanded: false });
    await folded.waitFor();
    await window.screenshot('demo finished');
    expect(await accessibilityViolations(chat)).toEqual([]);
    await folded.click();
    await folded.waitFor({ state: 'detached' });
    for (const theme of ['light', 'dark', 'highContrast'] as const) {
      await window.useTheme(theme);
      await window.setSideBarWidth(520);
      await window.screenshot(`demo ${theme}`);
      expect(await accessibilityViolations(chat)).toEqual([]);
    }
    await window.setSideBarWidth(220);
    await window.screenshot('demo narrow');
    expect(await accessibilityViolations(chat)).toEqual([]);
    await window.useTheme('dark');
    await window.setSideBarWidth(460);
    await window.openFile('src/group.ts');
    // The status bar names the hunk, too.
    await window.page.locator('.codelens-decoration', { hasText: 'Hunk 1 of' }).first().waitFor();
    await window.page.mouse.move(0, 0); // No tooltip of a tab covers the subject of the screenshot.
    await window.page.getByRole('tooltip').waitFor({ state: 'hidden' });
    await window.screenshot('demo reviewed');
    await window.useTheme('light');
    await window.setSideBarWidth(560);
    await chat.getByRole('button', { name: /^Worked/, expanded: true }).click();
    await folded.waitFor();
    await chat.evaluate(
      'new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
    );
    await window.screenshot('demo conversation');
  });
});
