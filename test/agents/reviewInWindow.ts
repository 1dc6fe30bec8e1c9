import path from 'node:path';
import { expect, it, type TestContext } from 'vitest';
import type { Window } from '../e2e/window.ts';
import { sendPrompt } from '../e2e/sendPrompt.ts';
import { allowUntil, windowWith } from './agentWindow.ts';
import { installAgent } from './installAgent.ts';
import { scriptText } from './model/script.ts';
import { realAgent } from './realAgents.ts';

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

const lens = (window: Window, name: string) =>
  window.page.locator('.codelens-decoration a', { hasText: new RegExp(`^${name}$`) });
