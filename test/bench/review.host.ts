import * as vscode from 'vscode';
import type { ScriptedLaunchConfig } from '../fakes/scriptedAgent.ts';
import { Stalls, type LongestStall } from './stalls.ts';

export { dropBareLens, offerBareLenses, writeBare } from './baselineLenses.ts';

const POLL_MS = 20;
let running: Promise<unknown> = Promise.resolve();
let stalls: Stalls | undefined;

/** Lets an agent begin a turn, in a session of its own. */
export async function beginTurn(name: string, launch: ScriptedLaunchConfig): Promise<void> {
  await vscode.workspace
    .getConfiguration('accord')
    .update('agents', { [name]: launch }, vscode.ConfigurationTarget.Global);
  running = prompted(name);
}

/** Settles when the turn is over. */
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

/** Reads the lenses of a file: what they do stays the same while the hunks they stand above do. Says how many there are. */
export async function readLenses(file: string, title: 'Accept' | 'Reject'): Promise<number> {
  commands = (await lensCommands(file)).filter(one => one.title === title);
  return commands.length;
}

/** How long a decision takes until it stands in the document, and until all is done. */
export interface Decision {
  readonly ms: number;
  /** With the next hunk shown, and the file saved, which takes VS Code some time if it is big. */
  readonly wholeMs: number;
  readonly stall: LongestStall;
}

/** Decides on a hunk by the lens that was read. */
export async function decide(file: string, hunk: number): Promise<Decision> {
  const found = commands[hunk];
  if (!found) {
    throw new Error(`There is no hunk ${hunk} in ${file}.`);
  }
  return placed(file, () => vscode.commands.executeCommand(found.command, ...argumentsOf(found)));
}

/** Edits a line as any extension could, and saves. */
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

/** Accepts the first hunk of a file by command, and says when it began. */
export async function acceptFirst(file: string): Promise<number> {
  const [first] = await accepts(file);
  const startMs = Date.now();
  await vscode.commands.executeCommand(first?.command ?? '', ...argumentsOf(first));
  return startMs;
}

/** The same, and how long it takes until whoever asks for lenses gets those of the hunks that are left. */
export async function lensesAfterAccept(file: string): Promise<number> {
  const before = await accepts(file);
  const [first] = before;
  const startMs = Date.now();
  const accepted = vscode.commands.executeCommand(first?.command ?? '', ...argumentsOf(first));
  while ((await accepts(file)).length === before.length) {
    // Asked again at once: that takes its time.
  }
  const tookMs = Date.now() - startMs;
  await accepted;
  return tookMs;
}

/** What the lenses that accept do, from the first hunk to the last. */
const accepts = async (file: string): Promise<readonly vscode.Command[]> =>
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

export function watchStalls(): void {
  stalls = new Stalls();
}

/** The longest stall since `watchStalls`. */
export function longestStall(): LongestStall {
  return stalls?.end() ?? { wallMs: 0, workMs: 0 };
}

/** Settings are taken in a moment after they are changed. */
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
