import { basename } from 'node:path';
import type { PlanEntry } from '@agentclientprotocol/sdk';
import type { DemoMode } from './demoOptions.ts';
import type { DemoSession } from './demoSession.ts';
import {
  type DemoFileChange,
  writeChanges,
  createCommentChange,
  createNotesFileChange,
} from './editFile.ts';
import { explainFile, readWithToolCall } from './explainFile.ts';
import {
  createHarmlessCommand,
  runCommand,
  confirmAndRunCommand,
  createShellCommand,
} from './runCommand.ts';
import { type DemoRequest, findRequestedFile } from './parseDemoRequest.ts';
import { type SourceFile, findSourceFile } from './sourceFile.ts';
import type { DemoTurn } from './demoTurn.ts';

const MAX_QUOTE_CHARS = 200;
const STEPS = [
  'Read a file in this workspace',
  "Explain what's in it",
  'Run a harmless command',
  'Propose an edit for your review',
] as const;

/** Runs the command of the request, or the whole demonstration. */
export async function runTurn(turn: DemoTurn, request: DemoRequest): Promise<void> {
  await listAttachments(turn, request);
  switch (request.command) {
    case undefined:
      return demonstrate(turn, request);
    case 'run':
      return confirmAndRunCommand(
        turn,
        request.text === ''
          ? createHarmlessCommand(turn.session.cwd)
          : createShellCommand(request.text),
      );
    case 'explain':
    case 'edit':
      return explainOrEdit(turn, request, request.command);
  }
}

async function demonstrate(turn: DemoTurn, request: DemoRequest): Promise<void> {
  await turn.think(
    "I'm a script, so I can't understand the request. But I can show what an agent does: look, plan, act, and leave the decisions to the user.",
  );
  await turn.say(greeting(request, turn.session));
  await turn.showPlan(createPlan(0));
  const file = await findFile(turn, request);
  const text = file && (await readWithToolCall(turn, file));
  await turn.showPlan(createPlan(1));
  if (file && text !== undefined) {
    await explainFile(turn, file, text);
  } else if (!file) {
    await turn.say(NOTHING_HERE);
  }
  await turn.showPlan(createPlan(2));
  await runCommand(turn, createHarmlessCommand(turn.session.cwd));
  await turn.showPlan(createPlan(3));
  await turn.think(
    'Now an edit. It changes several places, so each hunk can be reviewed separately.',
  );
  const changes = await createChanges(turn, file, text);
  const isChanged = await writeChanges(turn, changes);
  await turn.showPlan(createPlan(STEPS.length));
  await turn.say(isChanged ? FAREWELL_CHANGED : FAREWELL);
}

async function createChanges(
  turn: DemoTurn,
  file: SourceFile | undefined,
  text: string | undefined,
): Promise<readonly DemoFileChange[]> {
  const note = await createNotesFileChange(
    turn,
    file ? `\`${file.displayPath}\`` : 'an empty folder',
  );
  return file && text !== undefined ? [createCommentChange(file, text), note] : [note];
}

async function explainOrEdit(
  turn: DemoTurn,
  request: DemoRequest,
  command: 'explain' | 'edit',
): Promise<void> {
  const file = await findFile(turn, request);
  if (!file) {
    await turn.say(NOTHING_HERE);
    return;
  }
  const text = await readWithToolCall(turn, file);
  if (text === undefined) {
    return;
  }
  if (command === 'explain') {
    await explainFile(turn, file, text);
    return;
  }
  await turn.say(
    `Here's an edit to \`${file.displayPath}\`. I only add comments; your code stays the same.`,
  );
  if (await writeChanges(turn, [createCommentChange(file, text)])) {
    await turn.say(FAREWELL_CHANGED);
  }
}

/** The file that the user named, that of the last turn, or the best example in the folder. */
async function findFile(turn: DemoTurn, request: DemoRequest): Promise<SourceFile | undefined> {
  const { session } = turn;
  session.file =
    findRequestedFile(session.cwd, request) ?? session.file ?? (await findSourceFile(session.cwd));
  return session.file;
}

async function listAttachments(turn: DemoTurn, { attachments }: DemoRequest): Promise<void> {
  if (attachments.length > 0) {
    const items = attachments.map(({ name, detail }) => `- \`${name}\`: ${detail}`);
    await turn.say(['You attached:', '', ...items].join('\n'));
  }
}

function createPlan(current: number): PlanEntry[] {
  return STEPS.map((content, i) => ({
    content,
    priority: i === STEPS.length - 1 ? 'high' : 'medium',
    status: i < current ? 'completed' : i === current ? 'in_progress' : 'pending',
  }));
}

function greeting({ text }: DemoRequest, { cwd, options }: DemoSession): string {
  const quote = text.replaceAll(/\s+/g, ' ').slice(0, MAX_QUOTE_CHARS);
  return [
    '## Hello from Accord Demo',
    '',
    "I'm a **scripted demo** with no model or network, so I can't answer this:",
    '',
    `> ${quote === '' ? '(empty message)' : quote}`,
    '',
    `But I can show you what working with an agent is like, right here in \`${basename(cwd)}\`. ${MODE_TEXTS[options.mode]}`,
  ].join('\n');
}

const MODE_TEXTS: Readonly<Record<DemoMode, string>> = {
  ask: 'I ask before I change anything.',
  look: "You're in **Only Look** mode, so I won't change anything.",
  go: "I'll act without asking, and you still review each hunk.",
};

const NOTHING_HERE =
  "I couldn't find a source file that I can read here, so there's nothing to explain. Open a folder with some code, or attach a file, and ask again.";

const FAREWELL_CHANGED = [
  '### Your turn',
  '',
  'The changes are in your files, and nothing is final until you say so:',
  '',
  '1. Look at each hunk, in the editor or here.',
  '2. Accept what you like, and reject the rest.',
  "3. Ask again, and I'll remove my comments.",
  '',
  "When you're ready, pick a real agent with **Accord: Select Agent**.",
].join('\n');

const FAREWELL = [
  'That was the tour. Try `/explain`, `/edit`, or `/run`, or attach a file.',
  '',
  "When you're ready, pick a real agent with **Accord: Select Agent**.",
].join('\n');
