import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import type { Scenario } from '../fakes/scenario.ts';
import { scriptedAgent, type ScriptedAgent } from '../fakes/scriptedAgent.ts';
import { step, turn } from '../fakes/step.ts';
import { sharedTemporaryFolder } from '../harness/temporaryFolder.ts';
import { sendPrompt } from './sendPrompt.ts';
import { openChat, SharedWindow } from './sharedWindow.ts';
import type { Window } from './window.ts';

/** Enough time for a window and three starts of an agent, on a slow machine. */
const LIMIT = { timeout: 240_000 };

const folder = await sharedTemporaryFolder();

/** The files of the user stay in the window, so other tests must not get it. */
const shared = new SharedWindow();
afterAll(() => shared.close());

const SCENARIO: Scenario = {
  capabilities: { mcpCapabilities: { http: true } },
  on: [turn(step.say('done'), step.stop('end_turn'))],
};

const PROFILE = `{
  // For all windows.
  "inputs": [
    { "type": "promptString", "id": "token", "description": "The token", "password": true },
  ],
  "servers": {
    "plain": { "command": "node", "args": ["\${workspaceFolder}/server.js"] },
    "web": {
      "type": "http",
      "url": "https://mcp.example/mcp",
      "headers": { "Authorization": "Bearer \${input:token}" },
    },
    "old": { "type": "sse", "url": "https://mcp.example/sse" },
  },
}`;

interface PassedServer {
  readonly name: string;
  readonly args?: readonly string[];
  readonly headers?: readonly { readonly value: string }[];
}

/** The servers of the user that the agent got with each session. */
async function passed(agent: ScriptedAgent): Promise<readonly (readonly PassedServer[])[]> {
  const opened = await agent.received('session/new');
  return opened.map(({ params }) =>
    (params as { readonly mcpServers: readonly PassedServer[] }).mcpServers.filter(
      ({ name }) => name !== 'accord',
    ),
  );
}

const namesOf = (servers: readonly PassedServer[] | undefined): readonly string[] =>
  (servers ?? []).map(({ name }) => name);

const toast = ({ page }: Window, text: string): Locator =>
  page.locator('.notification-toast').filter({ hasText: text });

const clickIn = (shown: Locator, name: string): Promise<void> =>
  shown.getByRole('button', { name, exact: true }).click();

describe('the MCP servers of mcp.json', () => {
  it(
    'reach an agent once the user has entered their values, and a list says which did',
    LIMIT,
    async () => {
      const agent = await scriptedAgent(folder, SCENARIO);
      const { chat, window } = await openChat(agent.launch, {}, shared);
      await writeFile(path.join(window.userFolder, 'mcp.json'), PROFILE);
      await sendPrompt(chat, 'go');
      await clickIn(toast(window, 'after you enter values: web'), 'Set Up'); // It does not stay for long.
      await chat.getByRole('article', { name: 'Agent' }).getByText('done').waitFor();
      const [first] = await passed(agent);
      expect(namesOf(first)).toEqual(['plain']);
      expect(first?.[0]?.args).toEqual([path.join(window.folder, 'server.js')]);

      const input = window.page.locator('.quick-input-widget input').first();
      await window.page.getByText('The token').waitFor();
      await input.fill('secret-of-the-user');
      await input.press('Enter');
      await clickIn(toast(window, 'New sessions use the MCP servers'), 'Restart Agent');
      await expect.poll(async () => (await passed(agent)).length).toBe(2);
      const second = (await passed(agent))[1];
      expect(namesOf(second)).toEqual(['plain', 'web']);
      expect(second?.[1]?.headers?.[0]?.value).toBe('Bearer secret-of-the-user');

      await window.runCommand('Accord: Show MCP Servers');
      const row = (name: string): Locator =>
        window.page.locator('.quick-input-widget .monaco-list-row').filter({ hasText: name });
      await row('https://mcp.example').waitFor();
      await row("doesn't support servers of this type").waitFor();
      await row('VS Code tools').waitFor();
      await window.screenshot('mcp servers');
      await window.page.keyboard.press('Escape');

      await window.runCommand('Accord: Forget Values for MCP Servers');
      await toast(window, 'were deleted').waitFor();
      await window.runCommand('Accord: Restart Agent');
      await expect.poll(async () => (await passed(agent)).length).toBe(3);
      expect(namesOf((await passed(agent))[2])).toEqual(['plain']);
      await writeFile(path.join(window.userFolder, 'mcp.json'), '{}');
    },
  );

  it(
    'of the workspace reach an agent only if the user has allowed this very content',
    LIMIT,
    async () => {
      const agent = await scriptedAgent(folder, SCENARIO);
      const { chat, window } = await openChat(agent.launch, {}, shared);
      const write = async (command: string, args = ['x.js']): Promise<void> => {
        const file = path.join(window.folder, '.vscode/mcp.json');
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, JSON.stringify({ servers: { ours: { command, args } } }));
      };
      await write('node');
      await sendPrompt(chat, 'go');
      await clickIn(toast(window, 'This workspace has MCP servers'), 'Set Up');
      const dialog = window.page.getByRole('dialog');
      await dialog.getByText('ours: node x.js').waitFor();
      await window.screenshot('mcp servers of the workspace');
      await chat.getByRole('article', { name: 'Agent' }).getByText('done').waitFor();
      expect(namesOf((await passed(agent))[0])).toEqual([]);
      await clickIn(dialog, 'Allow');
      await clickIn(toast(window, 'New sessions use the MCP servers'), 'Restart Agent');
      await expect.poll(async () => (await passed(agent)).length).toBe(2);
      expect(namesOf((await passed(agent))[1])).toEqual(['ours']);

      await write(process.execPath);
      await window.runCommand('Accord: Restart Agent');
      await expect.poll(async () => (await passed(agent)).length).toBe(3);
      expect(namesOf((await passed(agent))[2])).toEqual([]);
      await clickIn(toast(window, 'This workspace has MCP servers'), 'Set Up');
      await clickIn(dialog, "Don't allow");

      const hidden = `${'#'.repeat(700)} hidden-part ${'#'.repeat(700)}`;
      await write('node', ['x.js', hidden]);
      await window.runCommand('Accord: Restart Agent');
      await clickIn(toast(window, 'This workspace has MCP servers'), 'Set Up');
      await dialog.getByText('characters not shown').waitFor();
      expect(await dialog.getByRole('button', { name: 'Allow', exact: true }).count()).toBe(0);
      await clickIn(dialog, 'Show all');
      await window.page.locator('.monaco-editor').getByText('hidden-part').first().waitFor();
      await window.screenshot('mcp servers of the workspace as a whole');
      await clickIn(toast(window, "Let agents use this workspace's MCP servers"), "Don't allow");
      await window.runCommand('Accord: Show MCP Servers');
      await window.page.getByText("You haven't allowed").waitFor();
    },
  );

  it('that cannot be read are named once, with a button that opens the file', LIMIT, async () => {
    const agent = await scriptedAgent(folder, SCENARIO);
    const { chat, window } = await openChat(agent.launch, {}, shared);
    await writeFile(path.join(window.userFolder, 'mcp.json'), '{ "servers": ');
    await sendPrompt(chat, 'go');
    await clickIn(toast(window, "isn't valid JSON"), 'Open File');
    await window.page.getByRole('tab', { name: 'mcp.json' }).waitFor();
    expect(namesOf((await passed(agent))[0])).toEqual([]);
    await writeFile(path.join(window.userFolder, 'mcp.json'), '{}');
  });
});
