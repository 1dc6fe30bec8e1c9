import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ToolCallContent } from '@agentclientprotocol/sdk';
import { getErrorMessage } from '../core/errors.ts';
import { requestPermission, readTextFile, writeTextFile } from './clientMethods.ts';
import { hasComments, addComments, removeComments } from './demoComments.ts';
import type { SourceFile } from './sourceFile.ts';
import type { DemoTurn } from './demoTurn.ts';
import { capitalize, joinList } from './describeDeclaration.ts';

/** A change of one file. `oldText` is null for a new file. */
export interface DemoFileChange {
  readonly path: string;
  readonly displayPath: string;
  readonly oldText: string | null;
  readonly newText: string;
}

/** Adds comments to a file in several places, or removes those of an earlier turn. */
export function createCommentChange(file: SourceFile, text: string): DemoFileChange {
  const newText = hasComments(text) ? removeComments(text) : addComments(text, file.language);
  return { path: file.path, displayPath: file.displayPath, oldText: text, newText };
}

/** A small new file that describes the turn. */
export async function createNotesFileChange(
  turn: DemoTurn,
  about: string,
): Promise<DemoFileChange> {
  const displayPath = 'NOTES-FROM-DEMO.md';
  const path = join(turn.session.cwd, displayPath);
  const oldText = await readTextFile(turn, path).catch(() => null); // It usually does not exist yet.
  turn.signal.throwIfAborted();
  return { path, displayPath, oldText, newText: getNotes(about, turn.session.turnCount) };
}

/** Asks for permission and applies the changes. Returns whether they were applied; if not, tells the user why. */
export async function writeChanges(
  turn: DemoTurn,
  changes: readonly DemoFileChange[],
): Promise<boolean> {
  const reason = getObstacle(turn) ?? (await askAndWrite(turn, changes));
  if (reason !== undefined) {
    await turn.say(reason);
  }
  return reason === undefined;
}

/** Returns why the changes were not applied. The tool call gets its last update in any case, also after a cancellation. */
async function askAndWrite(
  turn: DemoTurn,
  changes: readonly DemoFileChange[],
): Promise<string | undefined> {
  const toolCall = createToolCall(changes);
  const { toolCallId } = toolCall;
  let status: 'completed' | 'failed' = 'failed';
  await turn.update({ sessionUpdate: 'tool_call', status: 'pending', ...toolCall });
  try {
    if ((await requestPermission(turn, 'edit', toolCall)) === 'refused') {
      return 'You declined, so nothing was changed.';
    }
    await turn.update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress' });
    await writeAll(turn, changes);
    status = 'completed';
    return undefined;
  } catch (error) {
    turn.signal.throwIfAborted();
    return `I couldn't finish the edit: ${getErrorMessage(error)}`;
  } finally {
    await turn.finishTool(toolCallId, { status });
  }
}

function getObstacle({ session }: DemoTurn): string | undefined {
  if (session.options.mode === 'look') {
    return "You're in **Only Look** mode, so I won't change anything.";
  }
  return session.capabilities.fs?.writeTextFile
    ? undefined
    : "Your editor doesn't let agents write files, so I won't change anything.";
}

function createToolCall(changes: readonly DemoFileChange[]) {
  const verbs = changes.map(
    ({ oldText, displayPath }) => `${oldText === null ? 'create' : 'edit'} ${displayPath}`,
  );
  return {
    toolCallId: randomUUID(),
    title: capitalize(joinList(verbs)),
    kind: 'edit' as const,
    content: changes.map(diff),
    locations: changes.map(({ path }) => ({ path })),
  };
}

async function writeAll(turn: DemoTurn, changes: readonly DemoFileChange[]): Promise<void> {
  for (const { path, newText } of changes) {
    await turn.pause();
    await writeTextFile(turn, path, newText);
  }
}

function diff({ path, oldText, newText }: DemoFileChange): ToolCallContent {
  return { type: 'diff', path, oldText, newText };
}

function getNotes(about: string, turnCount: number): string {
  return `# Notes from Accord Demo

Accord Demo is a scripted agent. It comes with Accord to show what working with an agent is like.

- Turn: ${turnCount}
- Looked at: ${about}

Reject this file in the review to delete it.
`;
}
