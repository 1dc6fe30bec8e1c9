import type { Frame } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { openWindow, type Window, type WindowOptions } from '../e2e/window.ts';
import { createTemporaryFolder, removeFolder } from '../harness/createTemporaryFolder.ts';
import { startModel, type ModelServer } from './model/modelServer.ts';
import type { RealAgent } from './realAgent.ts';
import { launchConfigOf, writeFiles } from './realAgentFixture.ts';

/** Opens a window with a real agent on a scripted model. */
export async function windowWith(
  agent: RealAgent,
  install: string,
  options: WindowOptions = {},
): Promise<{ readonly window: Window; readonly model: ModelServer }> {
  const home = await createTemporaryFolder(agent.id);
  const model = await startModel();
  const environment = { model: model.url, home, install };
  await writeFiles(home, { '.keep': '', ...agent.files?.(environment) });
  const { name, command, args, env } = launchConfigOf(agent, environment);
  const window = await openWindow({
    settings: { 'accord.agents': { [name]: { command, args, env } }, 'accord.defaultAgent': name },
    viewport: { width: 1280, height: 1000 },
    ...options,
  });
  onTestFinished(async () => {
    await model.close();
    await removeFolder(home);
  });
  return { window, model };
}

/** Allows whatever the agent asks for, until its last message has arrived and its turn has ended. */
export async function allowUntil(chat: Frame, words: string): Promise<void> {
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
