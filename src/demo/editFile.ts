import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ToolCallContent } from '@agentclientprotocol/sdk';
import { getErrorMessage } from '../core/errors.ts';
import { requestPermission, readTextFile, writeTextFile } from './clientMethods.ts';
import { hasComments, addComments, removeComments } from './demoComments.ts';
import type { SourceFile } from './sourceFile.ts';
import type { DemoTurn } from './demoTurn.ts';
import { capitalize, joinList } from './describeDeclaration.ts';

/** One file the demo wants to change; no `oldText` means that it is new. */
export interface DemoFileChange {
  readonly path: string;
  readonly displayPath: string;
  readonly oldText: string | null;
  readonly newText: string;
}

/** The edit the demo proposes for a file: notes in several places, or its own notes taken out again. */
export function createCommentChange(file: SourceFile, text: string): DemoFileChange {
  const newText = hasComments(text) ? removeComments(text) : addComments(text, file.language);
  return { path: file.path, displayPath: file.displayPath, oldText: text, newText };
}

/** A small new file that says what happened. */
export async function createNotesFileChange(
  voice: DemoTurn,
  about: string,
): Promise<DemoFileChange> {
  const shown = 'NOTES-FROM-DEMO.md';
  const path = join(voice.session.cwd, shown);
  const oldText = await readTextFile(voice, path).catch(() => null); // Not there yet, as a rule.
  voice.signal.throwIfAborted();
  return { path, displayPath: shown, oldText, newText: noteText(about, voice.session.turnCount) };
}

/** Asks once for all changes, then makes them; true if they are made. If not, the user is told why. */
export async function applyChanges(
  voice: DemoTurn,
  changes: readonly DemoFileChange[],
): Promise<boolean> {
  const why = whyNot(voice) ?? (await askAndWrite(voice, changes));
  if (why !== undefined) {
    await voice.say(why);
  }
  return why === undefined;
}

/** The reason why nothing came of it, or nothing. The card is settled in any case, a cancellation included. */
async function askAndWrite(
  voice: DemoTurn,
  changes: readonly DemoFileChange[],
): Promise<string | undefined> {
  const card = cardOf(changes);
  const { toolCallId } = card;
  let status: 'completed' | 'failed' = 'failed';
  await voice.update({ sessionUpdate: 'tool_call', status: 'pending', ...card });
  try {
    if ((await requestPermission(voice, 'edit', card)) === 'refused') {
      return 'You said no, so I leave everything as it is. Nothing was changed.';
    }
    await voice.update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress' });
    await writeAll(voice, changes);
    status = 'completed';
    return undefined;
  } catch (error) {
    voice.signal.throwIfAborted();
    return `I could not finish the edit: ${getErrorMessage(error)}`;
  } finally {
    await voice.finishTool(toolCallId, { status });
  }
}

function whyNot({ session }: DemoTurn): string | undefined {
  if (session.options.mode === 'look') {
    return 'You have set the mode to **Only Look**, so I change nothing.';
  }
  return session.capabilities.fs?.writeTextFile
    ? undefined
    : 'Your editor does not let agents write files through it, so I change nothing.';
}

function cardOf(changes: readonly DemoFileChange[]) {
  const verbs = changes.map(
    ({ oldText, displayPath: shown }) => `${oldText === null ? 'create' : 'edit'} ${shown}`,
  );
  return {
    toolCallId: randomUUID(),
    title: capitalize(joinList(verbs)),
    kind: 'edit' as const,
    content: changes.map(diff),
    locations: changes.map(({ path }) => ({ path })),
  };
}

async function writeAll(voice: DemoTurn, changes: readonly DemoFileChange[]): Promise<void> {
  for (const { path, newText } of changes) {
    await voice.pause();
    await writeTextFile(voice, path, newText);
  }
}

function diff({ path, oldText, newText }: DemoFileChange): ToolCallContent {
  return { type: 'diff', path, oldText, newText };
}

function noteText(about: string, turn: number): string {
  return `# Notes from Accord Demo

Accord Demo is a scripted agent. It comes with Accord, to show what working with an agent is like.

- Turn: ${turn}
- Looked at: ${about}

You can reject this file in the review, and it is gone again.
`;
}
