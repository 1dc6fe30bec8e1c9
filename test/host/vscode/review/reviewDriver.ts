import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { lstat, readFile, readdir, readlink } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Step } from '../../../fakes/scenario.ts';
import { scriptedAgent, type ScriptedAgent } from '../../../fakes/scriptedAgent.ts';
import { step, turn } from '../../../fakes/step.ts';
import { createTemporaryFolder, removeFolder } from '../../../harness/createTemporaryFolder.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';

const WAIT_MS = 15_000;
const POLL_MS = 20;

/** The open folder. */
export function root(): string {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder, 'no folder is open');
  return folder.uri.fsPath;
}

export const at = (name: string): string => path.join(root(), name);
export const uri = (name: string): vscode.Uri => vscode.Uri.file(at(name));
export const bytesOf = (name: string): Promise<Buffer> => readFile(at(name));
export const textOf = (name: string): Promise<string> => readFile(at(name), 'utf8');

/** A text of ten lines, and the same text after an agent has changed two hunks. */
export const ten = Array.from({ length: 10 }, (_, n) => `line ${n}\n`).join('');
export const changed = ten.replace('line 2', 'LINE 2').replace('line 7', 'LINE 7');

/** The lenses of those two hunks if nothing else is pending. */
export const lensesOfChanged = [2, 7].flatMap((line, hunk) => [
  `${line}: Accept`,
  `${line}: Reject`,
  `${line}: Comment`,
  `${line}: Hunk ${hunk + 1} of 2`,
]);

/** Plays one turn of an agent in a session of its own. Returns the session's id. */
export async function agentDoes(...steps: readonly Step[]): Promise<string> {
  const [sessionId = ''] = await agentsDo(steps);
  return sessionId;
}

/** Plays one turn each of several agents at the same time. Returns the ids of their sessions. */
export async function agentsDo(...all: readonly (readonly Step[])[]): Promise<readonly string[]> {
  const folder = await createTemporaryFolder('review');
  try {
    const recipes = await Promise.all(
      all.map(async steps => {
        const scenario = { on: [turn(...steps, step.stop('end_turn'))] };
        const { launch } = await scriptedAgent(folder, scenario);
        return [`Scripted ${randomUUID()}`, launch] as const; // Each agent has a unique name.
      }),
    );
    await vscode.workspace
      .getConfiguration('accord')
      .update('agents', Object.fromEntries(recipes), vscode.ConfigurationTarget.Global);
    const answers = await Promise.all(recipes.map(([name]) => promptWhenKnown(name)));
    return answers.map(answer => {
      const { stopReason, sessionId } = answer as Readonly<Record<string, string | undefined>>;
      assert.equal(stopReason, 'end_turn');
      return sessionId ?? '';
    });
  } finally {
    await removeFolder(folder);
  }
}

/** An agent whose turn is running. */
export interface RunningAgent {
  readonly agent: ScriptedAgent;
  /** Why the turn ended. */
  readonly ended: Promise<unknown>;
  /** The text of the next prompt that the agent receives. */
  nextPrompt(): Promise<string>;
}

const folders: string[] = [];

/** Starts a turn of an agent in a session of its own. */
export async function agentStarts(...steps: readonly Step[]): Promise<RunningAgent> {
  const folder = await createTemporaryFolder('review');
  folders.push(folder);
  const agent = await scriptedAgent(folder, {
    on: [turn(...steps, step.stop('end_turn')), turn(step.stop('end_turn'))],
  });
  const name = `Scripted ${path.basename(folder)}`;
  await vscode.workspace
    .getConfiguration('accord')
    .update('agents', { [name]: agent.launch }, vscode.ConfigurationTarget.Global);
  const ended = promptWhenKnown(name).then(
    answer => (answer as { readonly stopReason?: unknown }).stopReason,
  );
  return { agent, ended, nextPrompt: () => promptAfter(agent) };
}

/** Deletes the folders of the agents. */
export async function removeAgentFolders(): Promise<void> {
  await Promise.all(folders.splice(0).map(folder => removeFolder(folder)));
}

async function promptAfter(agent: ScriptedAgent): Promise<string> {
  await eventually(async () => (await agent.received('session/prompt')).length, 2);
  const [, second] = await agent.received('session/prompt');
  return JSON.stringify(second?.params);
}

/** Changed settings apply after a short delay, so the prompt is retried. */
async function promptWhenKnown(agent: string): Promise<unknown> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    try {
      const order = { text: 'go', agent, newSession: true };
      return await vscode.commands.executeCommand('accord.prompt', order);
    } catch (error) {
      if (waitedMs > WAIT_MS || !String(error).includes('not found')) {
        throw error;
      }
      await sleep(POLL_MS);
    }
  }
}

/** The lenses of a file, as `line: title`. */
export const lenses = (name: string): Promise<string[]> => lensesIn(uri(name));

/** The lenses of any document. */
export async function lensesIn(document: vscode.Uri): Promise<string[]> {
  return (await rawLenses(document)).map(
    lens => `${lens.range.start.line}: ${lens.command?.title ?? ''}`,
  );
}

/** The tooltips of the lenses of a file, by their titles. */
export async function lensTooltips(name: string): Promise<Readonly<Record<string, string>>> {
  const found = await rawLenses(uri(name));
  return Object.fromEntries(
    found.flatMap(({ command }) => (command ? [[command.title, command.tooltip ?? '']] : [])),
  );
}

async function rawLenses(document: vscode.Uri): Promise<vscode.CodeLens[]> {
  await vscode.workspace.openTextDocument(document); // VS Code provides lenses for open documents only.
  const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    document,
  );
  return found.filter(lens => lens.command?.command.startsWith('accord.'));
}

/** Clicks the lens with this title above a hunk, which is counted from 1. */
export const click = (name: string, title: string, hunk = 1): Promise<void> =>
  clickIn(uri(name), title, hunk);

/** Clicks a lens in any document. */
export async function clickIn(document: vscode.Uri, title: string, hunk = 1): Promise<void> {
  const found = (await rawLenses(document)).filter(lens => lens.command?.title === title);
  const command = found[hunk - 1]?.command;
  assert.ok(command, `no "${title}" above hunk ${hunk} of ${document.path}`);
  await vscode.commands.executeCommand(
    command.command,
    ...((command.arguments ?? []) as unknown[]),
  );
}

export async function hunkCount(name: string): Promise<number> {
  return (await lenses(name)).filter(lens => lens.endsWith(': Accept')).length;
}

/** Sets when changes are reviewed: before they are written or, by default, after. */
export const reviewWhen = (when: 'beforeWrite' | undefined): Thenable<void> =>
  vscode.workspace
    .getConfiguration('accord')
    .update('review.when', when, vscode.ConfigurationTarget.Global);

const seen = new Set<string>();
const unseen = (): readonly vscode.Uri[] => proposals().filter(one => !seen.has(one.toString()));

/** Waits for the next proposal that opens in a diff editor. */
export async function openedProposal(): Promise<vscode.Uri> {
  await eventually(() => unseen().length, 1);
  const [proposal] = unseen();
  assert.ok(proposal);
  seen.add(proposal.toString());
  return proposal;
}

/** The proposals that are open in diff editors. */
export function proposals(): vscode.Uri[] {
  return vscode.window.tabGroups.all
    .flatMap(group => group.tabs)
    .flatMap(({ input }) => (input instanceof vscode.TabInputTextDiff ? [input.modified] : []))
    .filter(({ scheme }) => scheme === 'accord-proposed');
}

/**
 * Waits until a value is as expected. Looking may fail for a while: VS Code cannot open a file that another program is just
 * replacing.
 */
export async function eventually<T>(look: () => Promise<T> | T, expected: T): Promise<void> {
  let found: unknown;
  const isExpected = async (): Promise<boolean> => {
    try {
      return isSame((found = await look()), expected);
    } catch (error) {
      found = error;
      return false;
    }
  };
  await waitUntil(isExpected).catch(() => assert.deepEqual(found, expected));
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The mode and hash of every file and link in the folder, except those of git. */
export async function tree(): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(root(), { recursive: true, withFileTypes: true });
  const files = entries
    .filter(entry => !entry.isDirectory())
    .map(entry => path.relative(root(), path.join(entry.parentPath, entry.name)))
    .filter(name => !name.startsWith('.git/'))
    .toSorted();
  const hashed = files.map(async name => {
    const stats = await lstat(at(name));
    const bytes = stats.isSymbolicLink() ? await readlink(at(name)) : await bytesOf(name);
    const hash = createHash('sha256').update(bytes).digest('hex');
    return [name, `${stats.mode.toString(8)} ${hash}`] as const;
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
