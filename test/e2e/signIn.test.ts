import path from 'node:path';
import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Json, Scenario } from '../fakes/scenario.ts';
import { type ScriptedAgent, scriptedAgent } from '../fakes/scriptedAgent.ts';
import { on, step, turn } from '../fakes/step.ts';
import { accessibilityViolations } from '../page/accessibilityViolations.ts';
import { sendPrompt } from './sendPrompt.ts';
import { openChat } from './sharedWindow.ts';
import type { Window } from './window.ts';
import { sharedTemporaryFolder, temporaryFolder } from '../harness/temporaryFolder.ts';

const folder = await sharedTemporaryFolder();

/** The path of a file that marks the user as signed in. It does not exist yet. */
const signedIn = async (): Promise<string> => path.join(await temporaryFolder('signed-in'), 'yes');

/** Opens a window with an agent that answers prompts after a sign-in. */
async function windowWith(
  method: Json,
  marker: string,
  scenario: Scenario = {},
): Promise<{ readonly window: Window; readonly chat: Frame; readonly agent: ScriptedAgent }> {
  const needed = { code: -32000, message: 'Please enter the code WXYZ-1234' };
  const agent = await scriptedAgent(folder, {
    authMethods: [method],
    ...scenario,
    on: [
      on('authenticate', step.writeFile(marker, ''), step.replyAsUsual),
      turn(
        step.ifFile(marker, [step.say('You are in'), step.stop('end_turn')], [step.fail(needed)]),
      ),
    ],
  });
  const { window, chat } = await openChat(agent.launch);
  await sendPrompt(chat, 'hello');
  await chat.getByText('WXYZ-1234').waitFor();
  return { window, chat, agent };
}

describe('a user who has to sign in', () => {
  it('can use the method of the agent, and the prompt is sent afterwards', async () => {
    const method = { id: 'browser', name: 'Browser' };
    const { chat, agent } = await windowWith(method, await signedIn());
    expect(await accessibilityViolations(chat)).toEqual([]);
    await chat.getByRole('button', { name: 'Sign in: Browser' }).click();
    await chat.getByText('You are in').waitFor();
    expect(await agent.received('session/prompt')).toHaveLength(2);
  });

  it('can enter a key, which is not shown', async () => {
    const method = { id: 'api-key', name: 'Key', _meta: { 'api-key': { provider: 'openai' } } };
    const { window, chat, agent } = await windowWith(method, await signedIn());
    await chat.getByRole('button', { name: 'Sign in: Key' }).click();
    const box = window.page.locator('.quick-input-widget input[type=password]');
    await box.fill('k-123456');
    await box.press('Enter');
    await chat.getByText('You are in').waitFor();
    const [authenticate] = await agent.received('authenticate');
    expect(authenticate?.params).toMatchObject({ _meta: { 'api-key': { apiKey: 'k-123456' } } });
  });

  it('can sign in in a terminal after seeing the command', async () => {
    const marker = await signedIn();
    const method = { id: 'login', name: 'Terminal', type: 'terminal', args: ['login'] };
    const { window, chat, agent } = await windowWith(method, marker, {
      commandLine: [{ when: '^login$', steps: [step.writeFile(marker, '')] }],
    });
    await chat.getByRole('button', { name: 'Sign in: Terminal' }).click();
    const question = window.page.getByRole('dialog');
    await question.getByText('"login"').waitFor();
    await question.getByRole('button', { name: 'Run in Terminal' }).click();
    await chat.getByText('You are in').waitFor();
    expect(await agent.received('authenticate')).toEqual([]);
    expect(await agent.received('initialize')).toHaveLength(2);
  });

  it('sees no link in a prompt or an error when the agent names a command', async () => {
    const hostile = '[Key](command:workbench.action.files.newUntitledFile)';
    const shown = '[Key] (command:workbench.action.files.newUntitledFile)';
    const method = { id: 'api-key', name: hostile, _meta: { 'api-key': { provider: 'openai' } } };
    const agent = await scriptedAgent(folder, {
      authMethods: [method],
      on: [turn(step.fail({ code: -32000, message: 'Sign in first' }))],
    });
    const { window, chat } = await openChat(agent.launch);
    await sendPrompt(chat, 'hello');
    await chat.getByRole('button', { name: /^Sign in: / }).click();
    const box = window.page.locator('.quick-input-widget');
    await box.getByText(shown).first().waitFor();
    expect(await box.locator('a[href], .quick-input-message a').count()).toBe(0);
    await window.screenshot('hostileSignIn');
    await window.page.keyboard.press('Escape');
  });
});

it('the account and the provider of an agent are shown and changed in one menu', async () => {
  const current = { apiType: 'anthropic', baseUrl: 'https://api.example' };
  const provider = { providerId: 'main', supported: ['anthropic', 'bedrock'], required: false };
  const agent = await scriptedAgent(folder, {
    capabilities: { providers: {}, auth: { logout: {} } },
    authMethods: [{ id: 'browser', name: 'Browser' }],
    on: [
      on('providers/list', step.reply({ providers: [{ ...provider, current }] })),
      on('providers/set', step.reply({})),
      turn(
        step.notify('_auth/status_update', {
          authStatus: { kind: 'account', label: 'Max Sample' },
        }),
        step.say('Hi'),
        step.stop('end_turn'),
      ),
    ],
  });
  const { window, chat } = await openChat(agent.launch);
  await sendPrompt(chat, 'hello');
  await chat.getByText('Hi', { exact: true }).waitFor();
  await chat.getByRole('combobox', { name: 'Agent', exact: true }).click();
  await chat.getByRole('option', { name: 'Account and provider...' }).click();
  const menu = window.page.locator('.quick-input-widget');
  const row = (text: string) => menu.locator('.monaco-list-row', { hasText: text });
  await row('Sign In with Another Account').getByText('Max Sample').waitFor();
  await row('Sign Out').waitFor();
  await row('Change Provider').getByText('main, anthropic, https://api.example').waitFor();
  await window.screenshot('account and provider');
  await row('Change Provider').click();
  await row("Use the Agent's Own Provider").waitFor();
  await row('anthropic').click();
  const address = menu.locator('input[type=text]');
  await expect.poll(() => address.first().inputValue()).toBe('https://api.example');
  await address.first().fill('https://gateway.example');
  await address.first().press('Enter');
  const key = menu.locator('input[type=password]');
  await key.fill('Authorization: Bearer k-123456');
  await key.press('Enter');
  const set = await agent.waitForReceived('providers/set');
  expect(set.params).toEqual({
    providerId: 'main',
    apiType: 'anthropic',
    baseUrl: 'https://gateway.example',
    headers: { Authorization: 'Bearer k-123456' },
  });
});
