import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, type TestContext } from 'vitest';
import { sendPrompt } from '../e2e/sendPrompt.ts';
import { allowUntil, windowWith } from './agentWindow.ts';
import { installAgent } from './installAgent.ts';
import { scriptText } from './model/script.ts';
import { realAgent } from './realAgents.ts';

/** Enough time for an installation, a window, a TypeScript server and a turn of an agent, on a slow machine. */
const TIME_LIMIT_MS = 420_000;

/** The model asks for problems and references, and renames a symbol. */
const SCRIPT = scriptText(
  { do: 'tool', name: 'get_diagnostics', input: { path: 'src/wrong.ts' } },
  { do: 'tool', name: 'find_references', input: { path: 'src/money.ts', symbol: 'parseAmount' } },
  {
    do: 'tool',
    name: 'rename_symbol',
    input: { path: 'src/money.ts', symbol: 'parseAmount', newName: 'readAmount' },
  },
  { do: 'say', text: 'All renamed.' },
);

/**
 * Tests that the model of an agent calls tools of VS Code through the agent's own MCP client, and gets what VS Code's
 * TypeScript server knows. The user reviews what the tools change.
 */
export function toolsInWindow(id: string): void {
  const agent = realAgent(id);
  const title = `${agent.name}: its model gets problems and references from VS Code, and its rename is reviewed`;
  it(title, { timeout: TIME_LIMIT_MS }, async ({ skip }: TestContext) => {
    const installed = await installAgent(agent);
    if (installed.kind === 'missing') {
      return skip(installed.why);
    }
    const { window, model } = await windowWith(agent, installed.folder, { typescriptServer: true });
    const wrong = "import { parseAmount } from './money.ts';\nparseAmount(7);\n";
    await writeFile(path.join(window.folder, 'src/wrong.ts'), wrong);
    const before = await window.fileText('src/main.ts');
    const chat = await window.chat();
    await sendPrompt(chat, SCRIPT);
    await allowUntil(chat, 'All renamed.');
    await window.screenshot(`real tools ${agent.id}`);
    const received = model.requests.at(-1)?.texts ?? '';
    expect(received).toMatch(/src\/wrong\.ts:2:13: error: .*'number' is not assignable/);
    expect(received).toContain('src/money.ts:5:17: export function parseAmount');
    expect(received).toMatch(/src\/main\.ts:6:26: /);
    expect(received).toContain('Renamed to readAmount in:');
    expect(await window.fileText('src/main.ts')).toBe(
      before.replaceAll('parseAmount', 'readAmount'),
    );
    const pending = chat.getByRole('region', { name: 'Pending changes' });
    await pending.getByRole('button', { name: 'Reject all' }).click();
    await expect.poll(() => window.fileText('src/main.ts')).toBe(before);
  });
}
