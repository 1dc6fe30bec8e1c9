import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Step } from '../../fakes/scenario.ts';
import { scriptedAgent } from '../../fakes/scriptedAgent.ts';
import { step, turn } from '../../fakes/step.ts';

const WAIT_MS = 15_000;
const POLL_MS = 20;
let agents = 0;

/** The folder that is open. */
export function root(): string {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder, 'no folder is open');
  return folder.uri.fsPath;
}

export const at = (name: string): string => path.join(root(), name);
export const uri = (name: string): vscode.Uri => vscode.Uri.file(at(name));
export const bytesOf = (name: string): Promise<Buffer> => readFile(at(name));
export const textOf = (name: string): Promise<string> => readFile(at(name), 'utf8');

/** Lets an agent play one turn in a session of its own, up to its end. */
export async function agentDoes(...steps: readonly Step[]): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'accord-review-'));
  try {
    const { launch } = await scriptedAgent(folder, {
      on: [turn(...steps, step.stop('end_turn'))],
    });
    const name = `Scripted ${++agents}`;
    await vscode.workspace
      .getConfiguration('accord')
      .update('agents', { [name]: launch }, vscode.ConfigurationTarget.Global);
    const answer: unknown = await promptWhenKnown(name);
    assert.equal((answer as { stopReason?: string }).stopReason, 'end_turn');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Settings are taken in a moment after they are changed. */
async function promptWhenKnown(agent: string): Promise<unknown> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    try {
      const order = { text: 'go', agent, newSession: true };
      return await vscode.commands.executeCommand('accord.prompt', order);
    } catch (error) {
      if (waitedMs > WAIT_MS || !String(error).includes('There is no agent')) {
        throw error;
      }
      await sleep(POLL_MS);
    }
  }
}

/** The lenses of a file, as `line: title`. */
export async function lenses(name: string): Promise<string[]> {
  return (await rawLenses(name)).map(
    lens => `${lens.range.start.line}: ${lens.command?.title ?? ''}`,
  );
}

async function rawLenses(name: string): Promise<vscode.CodeLens[]> {
  await vscode.workspace.openTextDocument(uri(name)); // VS Code has lenses for open documents only.
  const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    uri(name),
  );
  return found.filter(lens => lens.command?.command.startsWith('accord.'));
}

/** Clicks on the lens with that title above the hunk with that number, from 1. */
export async function click(name: string, title: string, hunk = 1): Promise<void> {
  const found = (await rawLenses(name)).filter(lens => lens.command?.title === title);
  const command = found[hunk - 1]?.command;
  assert.ok(command, `no "${title}" above hunk ${hunk} of ${name}`);
  await vscode.commands.executeCommand(
    command.command,
    ...((command.arguments ?? []) as unknown[]),
  );
}

export async function hunkCount(name: string): Promise<number> {
  return (await lenses(name)).filter(lens => lens.endsWith(': Accept')).length;
}

/** Waits until a value is as expected. */
export async function eventually<T>(look: () => Promise<T> | T, expected: T): Promise<void> {
  let found = await look();
  for (let waitedMs = 0; waitedMs < WAIT_MS && !isSame(found, expected); waitedMs += POLL_MS) {
    await sleep(POLL_MS);
    found = await look();
  }
  assert.deepEqual(found, expected);
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Every file of the folder with the hash of its bytes, without git's own. */
export async function tree(): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(root(), { recursive: true, withFileTypes: true });
  const files = entries
    .filter(entry => entry.isFile())
    .map(entry => path.relative(root(), path.join(entry.parentPath, entry.name)))
    .filter(name => !name.startsWith('.git/'))
    .toSorted();
  const hashed = files.map(async name => {
    const hash = createHash('sha256')
      .update(await bytesOf(name))
      .digest('hex');
    return [name, hash] as const;
  });
  return Object.fromEntries(await Promise.all(hashed));
}

/** Decides on everything that is pending and closes all editors. */
export async function clear(): Promise<void> {
  await vscode.commands.executeCommand('accord.rejectAll');
  await vscode.commands.executeCommand('accord.acceptAll');
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}
