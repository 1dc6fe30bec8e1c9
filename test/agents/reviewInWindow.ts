import path from 'node:path';
import type { Frame } from 'playwright-core';
import { expect, it, onTestFinished, type TestContext } from 'vitest';
import { openWindow, type Window } from '../e2e/window.ts';
import { installAgent } from './installAgent.ts';
import { startModel, type ModelServer } from './model/modelServer.ts';
import { scriptText } from './model/script.ts';
import { writeFiles, launchConfigOf } from './realAgentFixture.ts';
import type { RealAgent } from './realAgent.ts';
import { realAgent } from './realAgents.ts';
import { sendPrompt } from '../e2e/sendPrompt.ts';
import { createTemporaryFolder, removeFolder } from '../harness/createTemporaryFolder.ts';

/** Enough time for an installation, a window, the start of an agent and its turn, on a slow machine. */
const TIME_LIMIT_MS = 300_000;

const FILE = 'src/settle.ts';
/** The edits cover whole lines, because some agents write patches. */
const FIRST = ['  amount: Cents;\n}', '  amount: Cents;\n  note: string;\n}'] as const;
const SECOND = ['  return best;\n}', '  // The best of all.\n  return best;\n}'] as const;

/**
 * Tests that an agent changes a file in two places in the installed extension, and the user rejects one and accepts the
 * other.
 */
export function reviewInWindow(id: string): void {
  const agent = realAgent(id);
  const title = `${agent.name}: its edits are hunks, one rejected, one accepted, byte for byte`;
  it(title, { timeout: TIME_LIMIT_MS }, async ({ skip }: TestContext) => {
    const installed = await installAgent(agent);
    if (installed.kind === 'missing') {
      return skip(installed.why);
    }
    const { window, model } = await windowWith(agent, installed.folder);
    const before = await window.fileText(FILE);
    const chat = await window.chat();
    await sendPrompt(chat, prompt(path.join(window.folder, FILE)));
    await allowUntil(chat, 'All edited.');
    await window.openFile(FILE);
    await lens(window, 'Accept').nth(1).waitFor();
    await window.screenshot(`real ${agent.id}`);
    expect(await window.fileText(FILE)).toBe(before.replace(...FIRST).replace(...SECOND));
    await lens(window, 'Reject').first().click();
    await expect.poll(() => lens(window, 'Accept').count()).toBe(1);
    await lens(window, 'Accept').first().click();
    await expect.poll(() => lens(window, 'Accept').count()).toBe(0);
    await expect.poll(() => window.fileText(FILE)).toBe(before.replace(...SECOND));
    expect(model.requests.length).toBeGreaterThan(2);
  });
}

/** The script of the model: it reads the file, and changes it in two places. */
const prompt = (file: string): string =>
  scriptText(
    { do: 'read', path: file },
    { do: 'edit', path: file, old: FIRST[0], new: FIRST[1] },
    { do: 'edit', path: file, old: SECOND[0], new: SECOND[1] },
    { do: 'say', text: 'All edited.' },
  );

async function windowWith(
  agent: RealAgent,
  install: string,
): Promise<{ readonly window: Window; readonly model: ModelServer }> {
  const home = await createTemporaryFolder(agent.id);
  const model = await startModel();
  const environment = { model: model.url, home, install };
  await writeFiles(home, { '.keep': '', ...agent.files?.(environment) });
  const { name, command, args, env } = launchConfigOf(agent, environment);
  const window = await openWindow({
    settings: { 'accord.agents': { [name]: { command, args, env } }, 'accord.defaultAgent': name },
    viewport: { width: 1280, height: 1000 },
  });
  onTestFinished(async () => {
    await model.close();
    await removeFolder(home);
  });
  return { window, model };
}

/** Allows whatever the agent asks for, until its last message has arrived and its turn has ended. */
async function allowUntil(chat: Frame, words: string): Promise<void> {
  const allow = chat.getByRole('button', { name: 'Allow once' }).first();
  const last = chat.getByRole('article', { name: 'Agent' }).getByText(words);
  const isOver = async (): Promise<boolean> => {
    await allow.click({ timeout: 500 }).catch(() => {
      // No request is open at this moment.
    });
    return (await last.count()) > 0 && (await allow.count()) === 0;
  };
  await expect.poll(isOver, { timeout: 120_000 }).toBe(true);
  await chat.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
}

const lens = (window: Window, name: string) =>
  window.page.locator('.codelens-decoration a', { hasText: new RegExp(`^${name}$`) });
