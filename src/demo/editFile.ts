import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ToolCallContent } from '@agentclientprotocol/sdk';
import { messageOf } from '../core/errors.ts';
import { type Leave, askLeave, read, write } from './hands.ts';
import { hasNotes, withNotes, withoutNotes } from './notes.ts';
import type { SourceFile } from './sourceFile.ts';
import type { Voice } from './voice.ts';

/** One file the demo wants to change; no `oldText` means that it is new. */
export interface Change {
  readonly path: string;
  readonly shown: string;
  readonly oldText: string | null;
  readonly newText: string;
}

/** The edit the demo proposes for a file: notes in several places, or its own notes taken out again. */
export function noteChange(file: SourceFile, text: string): Change {
  const newText = hasNotes(text) ? withoutNotes(text) : withNotes(text, file.language);
  return { path: file.path, shown: file.shown, oldText: text, newText };
}

/** A small new file that says what happened. */
export async function noteFile(voice: Voice, about: string): Promise<Change> {
  const shown = 'NOTES-FROM-DEMO.md';
  const path = join(voice.session.cwd, shown);
  const oldText = await read(voice, path).catch(() => null); // Not there yet, as a rule.
  voice.signal.throwIfAborted();
  return { path, shown, oldText, newText: noteText(about, voice.session.turnCount) };
}

/** Asks once for all changes, then makes them one by one. Says so if it may not or cannot. */
export async function makeChanges(voice: Voice, changes: readonly Change[]): Promise<Leave> {
  const refusal = whyNot(voice);
  if (refusal !== undefined) {
    await voice.say(refusal);
    return 'refused';
  }
  if ((await askForAll(voice, changes)) === 'refused') {
    await voice.say('You said no, so I leave everything as it is. Nothing was changed.');
    return 'refused';
  }
  for (const change of changes) {
    await makeChange(voice, change);
  }
  return 'granted';
}

function whyNot({ session }: Voice): string | undefined {
  if (session.options.mode === 'look') {
    return 'You have set the mode to **Only Look**, so I change nothing.';
  }
  return session.capabilities.fs?.writeTextFile
    ? undefined
    : 'Your editor does not let agents write files through it, so I change nothing.';
}

async function askForAll(voice: Voice, changes: readonly Change[]): Promise<Leave> {
  const toolCallId = randomUUID();
  const title = `Edit ${changes.map(({ shown }) => shown).join(' and ')}`;
  const card = {
    toolCallId,
    title,
    kind: 'edit' as const,
    content: changes.map(diff),
    locations: changes.map(({ path }) => ({ path })),
  };
  await voice.update({ sessionUpdate: 'tool_call', status: 'pending', ...card });
  let leave: Leave = 'refused';
  try {
    leave = await askLeave(voice, 'edit', card);
  } finally {
    await voice.settle(toolCallId, { status: leave === 'granted' ? 'completed' : 'failed' });
  }
  return leave;
}

async function makeChange(voice: Voice, change: Change): Promise<void> {
  const verb = change.oldText === null ? 'Create' : 'Write';
  try {
    await voice.tool(
      {
        title: `${verb} ${change.shown}`,
        kind: 'edit',
        content: [diff(change)],
        locations: [{ path: change.path }],
      },
      async () => {
        await write(voice, change.path, change.newText);
        return {};
      },
    );
  } catch (error) {
    voice.signal.throwIfAborted();
    await voice.say(`I could not write \`${change.shown}\`: ${messageOf(error)}`);
  }
}

function diff({ path, oldText, newText }: Change): ToolCallContent {
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
