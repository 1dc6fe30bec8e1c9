import * as vscode from 'vscode';
import type { ScriptedLaunchConfig } from '../fakes/scriptedAgent.ts';
import { Stalls, type LongestStall } from './stalls.ts';

export { dropBareLens, registerBareLenses, writeBare } from './baselineLenses.ts';

const POLL_MS = 20;
let running: Promise<unknown> = Promise.resolve();
let stalls: Stalls | undefined;

/** Starts a turn of an agent in a session of its own. */
export async function beginTurn(name: string, launch: ScriptedLaunchConfig): Promise<void> {
  await vscode.workspace
    .getConfiguration('accord')
    .update('agents', { [name]: launch }, vscode.ConfigurationTarget.Global);
  running = prompted(name);
}

/** Resolves when the turn has ended. */
export async function turnEnded(): Promise<void> {
  await running;
}

export async function show(file: string): Promise<void> {
  await vscode.window.showTextDocument(vscode.Uri.file(file), { preview: false });
}

export async function command(name: string): Promise<void> {
  await vscode.commands.executeCommand(name);
}

let commands: readonly vscode.Command[] = [];

/** Reads the lenses of a file, whose commands stay valid as long as their hunks exist, and returns their number. */
export async function readLenses(file: string, title: 'Accept' | 'Reject'): Promise<number> {
  commands = (await lensCommands(file)).filter(one => one.title === title);
  return commands.length;
}

/** The time until a decision is applied to the document, and until all its effects are done. */
export interface Decision {
  readonly ms: number;
  /** Includes showing the next hunk and saving the file, which takes VS Code some time if the file is large. */
  readonly wholeMs: number;
  readonly stall: LongestStall;
}

/** Runs the lens that was read for a hunk. */
export async function decide(file: string, hunk: number): Promise<Decision> {
  const found = commands[hunk];
  if (!found) {
    throw new Error(`There is no hunk ${hunk} in ${file}.`);
  }
  return placed(file, () => vscode.commands.executeCommand(found.command, ...argumentsOf(found)));
}

/** Edits a line as any extension could, and saves the document. */
export async function bareEdit(file: string, line: number): Promise<Decision> {
  const editor = vscode.window.visibleTextEditors.find(
    ({ document }) => document.uri.fsPath === file,
  );
  if (!editor) {
    throw new Error(`${file} is not on screen.`);
  }
  return placed(file, async () => {
    await editor.edit(builder => builder.insert(new vscode.Position(line, 0), '.'));
    await editor.document.save();
  });
}

async function placed(file: string, act: () => PromiseLike<unknown>): Promise<Decision> {
  const watched = new Stalls();
  const startMs = performance.now();
  let placedMs: number | undefined;
  const listening = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (document.uri.fsPath === file && contentChanges.length > 0) {
      placedMs ??= performance.now() - startMs;
    }
  });
  await act();
  const wholeMs = performance.now() - startMs;
  listening.dispose();
  return { ms: placedMs ?? wholeMs, wholeMs, stall: watched.end() };
}

/** Runs the command that accepts the first hunk of a file. Returns the time at which it started. */
export async function acceptFirst(file: string): Promise<number> {
  const [first] = await acceptCommands(file);
  const startMs = Date.now();
  await vscode.commands.executeCommand(first?.command ?? '', ...argumentsOf(first));
  return startMs;
}

/** Accepts the first hunk and measures the time until the lenses of the remaining hunks are provided. */
export async function lensesAfterAccept(file: string): Promise<number> {
  const before = await acceptCommands(file);
  const [first] = before;
  const startMs = Date.now();
  const accepted = vscode.commands.executeCommand(first?.command ?? '', ...argumentsOf(first));
  while ((await acceptCommands(file)).length === before.length) {
    // The loop has no pause, because a request for lenses takes time itself.
  }
  const tookMs = Date.now() - startMs;
  await accepted;
  return tookMs;
}

/** The commands of the Accept lenses, in the order of the hunks. */
const acceptCommands = async (file: string): Promise<readonly vscode.Command[]> =>
  (await lensCommands(file)).filter(one => one.title === 'Accept');

async function lensCommands(file: string): Promise<readonly vscode.Command[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    vscode.Uri.file(file),
  );
  return lenses.flatMap(lens => lens.command ?? []);
}

const argumentsOf = (lens: vscode.Command | undefined): unknown[] =>
  (lens?.arguments ?? []) as unknown[];

interface GitRepository {
  readonly state: {
    readonly workingTreeChanges: readonly unknown[];
    readonly onDidChange: vscode.Event<void>;
  };
}

/** Resolves with the time at which VS Code's git extension knows this number of changed files. */
export async function whenGitKnows(count: number): Promise<number> {
  const extension = vscode.extensions.getExtension<{
    getAPI(version: 1): { readonly repositories: readonly GitRepository[] };
  }>('vscode.git');
  const [repository] = (await extension?.activate())?.getAPI(1).repositories ?? [];
  if (!repository) {
    throw new Error('The git extension knows no repository.');
  }
  const { state } = repository;
  return new Promise(resolve => {
    const check = (): void => {
      if (state.workingTreeChanges.length === count) {
        listening.dispose();
        resolve(Date.now());
      }
    };
    const listening = state.onDidChange(check);
    check();
  });
}

export function watchStalls(): void {
  stalls = new Stalls();
}

/** The longest stall since `watchStalls`. */
export function longestStall(): LongestStall {
  return stalls?.end() ?? { wallMs: 0, workMs: 0 };
}

/** Changed settings apply after a short delay, so the prompt is retried. */
async function prompted(agent: string): Promise<unknown> {
  for (;;) {
    try {
      const order = { text: 'go', agent, newSession: true };
      return await vscode.commands.executeCommand('accord.prompt', order);
    } catch (error) {
      if (!String(error).includes('not found')) {
        throw error;
      }
      await new Promise(resolve => setTimeout(resolve, POLL_MS));
    }
  }
}
