import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Frame, Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { getBuildTarget } from '../../src/core/catalog/installPlan.ts';
import { getNodeRuntime, getTarballUrl } from '../../src/core/catalog/nodeRuntime.ts';
import { remoteServer } from '../fakes/remoteServer.ts';
import { type ScriptedAgent, scriptedAgent } from '../fakes/scriptedAgent.ts';
import { on, step, turn } from '../fakes/step.ts';
import { accessibilityViolations } from '../page/accessibilityViolations.ts';
import { tarGz } from '../process/agent/catalog/archives.ts';
import { npmPackage } from '../process/agent/catalog/npmPackage.ts';
import { type Answer, bytes, startServer } from '../process/agent/catalog/testServer.ts';
import { openChat, SharedWindow } from './sharedWindow.ts';
import { openWindow, type Window } from './window.ts';
import { createTemporaryFolder, removeFolder } from '../harness/createTemporaryFolder.ts';

let folder: string;
const inFolder = (...names: string[]): string => path.join(folder, ...names);

let shared: SharedWindow;
let markerCount = 0;

beforeAll(async () => {
  folder = await createTemporaryFolder('agents');
  shared = new SharedWindow({ env: environment() });
});

beforeEach(async () => {
  await removeFolder(folder);
  await mkdir(folder);
  await shellProgram();
});

afterAll(async () => {
  await shared.close();
  await removeFolder(folder);
});

/** Creates a program on the PATH of the window. */
async function program(name: string, text: string): Promise<void> {
  await mkdir(inFolder('bin'), { recursive: true });
  await writeFile(inFolder('bin', name), text);
  await chmod(inFolder('bin', name), 0o755);
}

/** The environment with the PATH of the window. */
const environment = (): Readonly<Record<string, string>> => ({
  SHELL: inFolder('bin', 'shell'),
  PATH: [inFolder('bin'), path.dirname(process.execPath), process.env['PATH']].join(':'),
});

/**
 * A login shell that reads no profile of this machine and records each start by the extension, which must be one per
 * window. VS Code starts it too, and then sets a variable that the extension does not set.
 */
async function shellProgram(): Promise<void> {
  const last = 'while [ $# -gt 1 ]; do shift; done; eval "$1"';
  const trace = `[ -n "$ELECTRON_NO_ATTACH_CONSOLE" ] || touch '${inFolder('shell-ran')}'`;
  await program('shell', `#!/bin/sh\n${trace}\n${last}\n`);
}

/** Opens a window with the programs of these tests on its PATH. */
async function windowWithPath(agents: Readonly<Record<string, object>> = {}): Promise<Window> {
  const marker = `Marker ${++markerCount}`; // The chat offers this agent as soon as the settings are read.
  const settings = { 'accord.agents': { ...agents, [marker]: { command: 'none' } } };
  const { window, chat } = await shared.enter({ settings });
  await chat.getByRole('combobox', { name: 'Agent', exact: true }).click();
  await chat.getByRole('option', { name: marker }).waitFor();
  await window.page.keyboard.press('Escape');
  return window;
}

/** An agent that sends one sentence in each turn. */
const agentSaying = (words: string): Promise<ScriptedAgent> =>
  scriptedAgent(folder, { on: [turn(step.say(words), step.stop('end_turn'))] });

/** A script that starts a scripted agent. */
const playing = ({ launch }: ScriptedAgent): string =>
  `#!/bin/sh\nexec ${[launch.command, ...launch.args].map(part => `'${part}'`).join(' ')}\n`;

const row = (window: Window, name: string): Locator =>
  window.page
    .locator('.quick-input-widget .monaco-list-row')
    .filter({ has: window.page.getByText(name, { exact: true }) });

/** Opens the agent picker and filters it. */
async function offer(window: Window, filter: string): Promise<void> {
  await window.runCommand('Accord: Select Agent');
  await narrow(window, 'Accord Demo'); // The list is long, and only its visible part is in the page.
  await row(window, 'Accord Demo').waitFor();
  await narrow(window, filter);
}

/** Turns on the recording of the protocol traffic with its content. */
async function recordTraffic(window: Window): Promise<void> {
  await window.runCommand('Accord: Show Protocol Traffic');
  await window.page.getByRole('button', { name: 'Full Content' }).click();
  await window.page.getByText('No messages yet.').waitFor();
  await window.page.keyboard.press('Escape');
}

const narrow = (window: Window, filter: string): Promise<void> =>
  window.page.locator('.quick-input-widget input[type="text"]').first().fill(filter);

async function say(window: Window, chat: Frame, text: string): Promise<void> {
  await chat.getByRole('textbox', { name: 'Message' }).click();
  await window.page.keyboard.type(text);
  await window.page.keyboard.press('Enter');
}

describe('choosing an agent', () => {
  it('lists all agents with their state and connects to one found on the PATH', async () => {
    await program('gemini', playing(await agentSaying('Hello from Gemini')));
    const window = await windowWithPath({ Mine: { command: '/bin/cat', args: [], env: {} } });
    await offer(window, '');
    expect(await row(window, 'Mine').textContent()).toContain('from your settings');
    expect(await row(window, 'Gemini CLI').textContent()).toContain(
      `found at ${inFolder('bin', 'gemini')}`,
    );
    await window.screenshot('agents');
    expect(await row(window, 'Accord Demo').textContent()).toContain('scripted answers');
    await narrow(window, 'opencode');
    expect(await row(window, 'OpenCode').textContent()).toContain('download');
    await narrow(window, 'gemini');
    await row(window, 'Gemini CLI').click();
    const chat = await window.chat();
    await say(window, chat, 'hello');
    await chat.getByText('Hello from Gemini').waitFor();
    expect(existsSync(inFolder('shell-ran'))).toBe(true);
  });

  it('shows and exports the protocol traffic on request', async () => {
    const { launch } = await scriptedAgent(folder, {
      on: [turn(step.say('Hello from far away'), step.stop('end_turn'))],
    });
    const { window, chat } = await openChat(launch);
    await recordTraffic(window);
    await say(window, chat, 'my key is sk-ant-api03-0123456789abcdefghijklmnop');
    await chat.getByText('Hello from far away').waitFor();
    await window.runCommand('Accord: Show Protocol Traffic');
    await window.page.getByText(/^→ initialize #\d+ \(ok, \d+ ms\)$/).waitFor();
    await window.screenshot('traffic');
    await narrow(window, 'session/prompt');
    const prompt = window.page.getByText(/^→ session\/prompt #\d+ \(ok, \d+ ms\)$/);
    await prompt.click();
    await expect.poll(() => window.editorText()).toContain('"stopReason": "end_turn"');
    expect(await window.editorText()).not.toContain('0123456789abcdefghijklmnop');
    await window.screenshot('traffic message');
    await window.runCommand('Accord: Show Protocol Traffic');
    await window.page.getByRole('button', { name: 'Export to File' }).click();
    const target = window.page.locator('.quick-input-widget input[type="text"]').first();
    await expect.poll(() => target.inputValue()).toContain('trace.ndjson');
    await window.page.getByRole('button', { name: 'OK' }).click();
    await expect.poll(() => existsSync(path.join(window.folder, 'trace.ndjson'))).toBe(true);
    await expect
      .poll(() => window.fileText('trace.ndjson'))
      .toMatch(/"dir":"c2a","msg":\{.*"initialize"/);
  });

  it('installs a missing agent after confirmation, and can be canceled', async () => {
    const agent = await agentSaying('Hello, just installed');
    await program('npm', fakeNpm(playing(agent)));
    const window = await windowWithPath();
    const choose = async (): Promise<void> => {
      await offer(window, 'opencode');
      await row(window, 'OpenCode').click();
      const question = window.page.getByRole('dialog');
      await question.getByText('npm package: opencode-ai@1').waitFor();
      await question.getByRole('button', { name: 'Install' }).click();
    };
    await choose();
    const frame = await window.chat();
    const progress = frame.getByRole('region', { name: 'Installing OpenCode' });
    await progress.getByText('1 file downloaded').waitFor();
    await window.screenshot('installing');
    expect(await accessibilityViolations(frame)).toEqual([]);
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await progress.waitFor({ state: 'detached' });
    expect(await readFile(inFolder('npm-ran'), 'utf8')).toBe('x');

    await writeFile(inFolder('npm-may-finish'), '');
    await choose();
    await agent.waitForReceived('session/new');
    const chat = await window.chat();
    await say(window, chat, 'hello');
    await chat.getByText('Hello, just installed').waitFor();
    expect(await readFile(inFolder('npm-ran'), 'utf8')).toBe('xx');
  });

  it('says in the chat what is missing before anything is downloaded', async () => {
    await program('npm', fakeNpm('exit 1'));
    await writeFile(inFolder('needs-new-node'), '');
    const window = await windowWithPath();
    await offer(window, 'copilot');
    await row(window, 'GitHub Copilot').click();
    await window.page.getByRole('dialog').getByRole('button', { name: 'Install' }).click();
    const chat = await window.chat();
    const failed = chat.getByRole('region', { name: "GitHub Copilot isn't installed" });
    await failed.getByText('needs Node.js >=99').waitFor();
    await failed.getByRole('button', { name: 'Open nodejs.org' }).waitFor();
    await window.screenshot('installation failed');
    expect(existsSync(inFolder('npm-ran'))).toBe(false);
    expect(await accessibilityViolations(chat)).toEqual([]);
    await failed.getByRole('button', { name: 'Dismiss' }).click();
    await failed.waitFor({ state: 'detached' });
  });
});

/** Whether a registry can be reached and has the Node for this machine. A mirror may lack it. */
async function offersNode(registry: string): Promise<boolean> {
  const build = getBuildTarget(process.platform, process.arch);
  if (!build || !registry.startsWith('https://')) {
    return false;
  }
  const url = getTarballUrl(registry, getNodeRuntime(build).node);
  const response = await fetch(url, { method: 'HEAD' }).catch(() => undefined);
  return response?.ok === true;
}

/** An npm that says what the agent needs, and can install nothing. */
const oldNpm = (registry: string): string => `#!/bin/sh
case "$1" in
  view) echo '">=22"' ;;
  config) echo '${registry}' ;;
  *) exit 1 ;;
esac
`;

/** The answers of a registry whose package starts the scripted agent, and records the Node that runs it. */
async function opencodePackage({ launch }: ScriptedAgent): Promise<Record<string, Answer>> {
  const { agents } = JSON.parse(await readFile('media/registry.json', 'utf8')) as {
    readonly agents: readonly { readonly id: string; readonly version: string }[];
  };
  const version = agents.find(({ id }) => id === 'opencode')?.version ?? '';
  const manifest = { name: 'opencode-ai', version, bin: 'agent.js', engines: { node: '>=22' } };
  const script = `
    require('node:fs').writeFileSync(${JSON.stringify(inFolder('node-ran'))}, process.execPath + '\\n' + process.version);
    require('node:child_process').spawn(${JSON.stringify(launch.command)}, ${JSON.stringify(launch.args)}, { stdio: 'inherit' });`;
  const tarball = tarGz([
    { name: 'package/package.json', content: JSON.stringify(manifest) },
    { name: 'package/agent.js', content: script },
  ]);
  return {
    '/opencode-ai': npmPackage('opencode-ai', { [version]: tarball }),
    [`/${version}.tgz`]: bytes(tarball),
  };
}

describe('a machine whose Node is too old', () => {
  it('installs an agent with a Node from the npm registry, and starts it', async context => {
    const { stdout } = await promisify(execFile)('npm', ['config', 'get', 'registry']);
    const registry = stdout.trim();
    context.skip(!(await offersNode(registry)), `no Node for this machine at ${registry}`);
    await program('npm', oldNpm(registry));
    await program('node', '#!/bin/sh\necho v18.20.0\n');
    const agent = await agentSaying('Hello from a new Node');
    const server = await startServer(await opencodePackage(agent));
    onTestFinished(() => server.close());
    const window = await openWindow({
      env: { ...environment(), npm_config_registry: `${server.origin}/` },
    });
    const choose = async (): Promise<Locator> => {
      await offer(window, 'opencode');
      await row(window, 'OpenCode').click();
      await window.page.getByRole('dialog').getByRole('button', { name: 'Install' }).click();
      const question = window.page.getByRole('dialog').filter({ hasText: 'v18.20.0' });
      await question.getByText('OpenCode needs Node.js >=22, but v18.20.0 is installed.').waitFor();
      await question.getByText(/Accord can download Node\.js \d+\..*isn't changed\./).waitFor();
      return question;
    };
    const refused = await choose();
    await window.screenshot('download of node');
    await refused.getByRole('button', { name: 'Cancel' }).click();
    const chat = await window.chat();
    await chat.getByRole('region', { name: 'Installing OpenCode' }).waitFor({ state: 'detached' });
    expect(await chat.getByText("OpenCode isn't installed").count()).toBe(0);

    await (await choose()).getByRole('button', { name: 'Download' }).click();
    const progress = chat.getByRole('region', { name: 'Installing OpenCode' });
    await progress.getByText(/^Node\.js: /).waitFor();
    await window.screenshot('downloading node');
    await progress.waitFor({ state: 'detached', timeout: 90_000 });
    await agent.waitForReceived('session/new');
    await say(window, await window.chat(), 'hello');
    await (await window.chat()).getByText('Hello from a new Node').waitFor();
    const [node, version] = (await readFile(inFolder('node-ran'), 'utf8')).split('\n');
    expect(node).toMatch(/[/\\]agents[/\\]\.node[/\\]/);
    expect(version).toMatch(/^v2[6-9]\./);
  }, 300_000);
});

describe('agents from the settings', () => {
  it('can be remote: their secret is requested once, and configuration errors are shown', async () => {
    const { launch } = await scriptedAgent(folder, { on: [turn(step.say('Hello from afar'))] });
    const server = await remoteServer(launch, 'Bearer open sesame');
    onTestFinished(() => server.die());
    const headers = { Authorization: 'Bearer ${secret:TOKEN}' };
    const window = await openWindow({
      env: environment(),
      settings: {
        'accord.agents': {
          Elsewhere: { url: `ws://${server.address}`, headers },
          Broken: { url: 'gopher://somewhere' },
        },
      },
    });
    await offer(window, 'Fix');
    expect(await row(window, 'Fix accord.agents').textContent()).toContain('"Broken"');
    const toast = window.page.locator('.notification-toast').filter({ hasText: '"Broken"' });
    await toast.getByText('is invalid').waitFor();
    await narrow(window, 'Elsewhere');
    expect(await row(window, 'Elsewhere').textContent()).toContain(`ws://${server.address}`);
    await window.screenshot('agents elsewhere');
    await row(window, 'Elsewhere').click();
    await window.page.locator('.quick-input-widget input[type="password"]').fill('open sesame');
    await window.page.keyboard.press('Enter');
    const chat = await window.chat();
    await say(window, chat, 'hello');
    await chat.getByText('Hello from afar').waitFor();
  });

  it('are marked while they require a sign-in', async () => {
    const { launch } = await scriptedAgent(folder, {
      authMethods: [{ id: 'login', name: 'Log in' }],
      on: [on('session/new', step.fail({ code: -32_000, message: 'Authentication required' }))],
    });
    const window = await windowWithPath({ Closed: launch });
    await offer(window, 'Closed');
    expect(await row(window, 'Closed').textContent()).not.toContain('needs sign-in');
    await row(window, 'Closed').click();
    const chat = await window.chat();
    await chat.getByRole('button', { name: 'Log in' }).waitFor();
    await offer(window, 'Closed');
    expect(await row(window, 'Closed').textContent()).toContain('needs sign-in');
  });
});

/** Waits until a file allows it to finish, then creates a package whose command is the agent. */
const fakeNpm = (agent: string): string => `#!/usr/bin/env node
const fs = require('node:fs');
const args = process.argv.slice(2);
if (args[0] === 'view') {
  console.log(fs.existsSync(${JSON.stringify(inFolder('needs-new-node'))}) ? '">=99"' : '');
  process.exit(0);
}
const home = args[args.indexOf('--prefix') + 1] + '/node_modules/opencode-ai';
const version = args.at(-1).split('@').at(-1);
fs.appendFileSync(${JSON.stringify(inFolder('npm-ran'))}, 'x');
console.error('npm http fetch GET 200 https://registry.npmjs.org/opencode-ai 1ms');
setInterval(() => {
  if (fs.existsSync(${JSON.stringify(inFolder('npm-may-finish'))})) {
    fs.mkdirSync(home + '/bin', { recursive: true });
    fs.writeFileSync(home + '/package.json', JSON.stringify({ name: 'opencode-ai', version, bin: { opencode: 'bin/opencode' } }));
    fs.writeFileSync(home + '/bin/opencode', ${JSON.stringify(agent)});
    process.exit(0);
  }
}, 20);
`;

describe('a hostile workspace', () => {
  it('cannot configure a program, trusted or not', async () => {
    const evil = inFolder('evil-ran');
    const hostile = {
      'accord.agents': {
        Evil: { command: '/bin/sh', args: ['-c', `touch ${evil}; cat`], env: {} },
      },
      'accord.defaultAgent': 'Evil',
    };
    const window = await openWindow({ env: environment() });
    await mkdir(path.join(window.folder, '.vscode'), { recursive: true });
    await writeFile(path.join(window.folder, '.vscode', 'settings.json'), JSON.stringify(hostile));
    await program('goose', playing(await agentSaying('Hello from goose')));
    await offer(window, 'Evil');
    expect(await row(window, 'Evil').count()).toBe(0);
    await narrow(window, 'goose');
    await row(window, 'goose').click();
    const chat = await window.chat();
    await say(window, chat, 'hello');
    await chat.getByText('Hello from goose').waitFor();
    expect(existsSync(evil)).toBe(false);
  });
});

describe('Restricted Mode', () => {
  it('searches for no agent and starts nothing, whichever command is run', async () => {
    const touched = inFolder('agent-ran');
    await program('gemini', `#!/bin/sh\ntouch "${touched}"\n`);
    const command = { command: '/bin/sh', args: ['-c', `touch ${touched}`], env: {} };
    const window = await openWindow({
      env: environment(),
      restricted: true,
      settings: { 'accord.agents': { Mine: command }, 'accord.defaultAgent': 'Mine' },
    });
    await window.runCommand('Accord: Focus on Chat View');
    const chat = await window.frameWith('button', 'Manage Workspace Trust');
    expect(await accessibilityViolations(chat)).toEqual([]);
    for (const title of ['Select Agent', 'New Session', 'Restart Agent']) {
      await window.runCommand(`Accord: ${title}`);
      await window.page
        .locator('.notification-toast')
        .filter({ hasText: /isn't trusted|No session/ })
        .first()
        .waitFor();
      await window.runCommand('Notifications: Clear All Notifications');
    }
    expect(await row(window, 'Gemini CLI').count()).toBe(0);
    expect(existsSync(inFolder('shell-ran'))).toBe(false);
    expect(existsSync(touched)).toBe(false);
  });
});
