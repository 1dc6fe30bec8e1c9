import type { Session } from '../../src/agent/session/session.ts';
import { asList, asOneOf, asRecord, asString, type JsonObject } from '../../src/core/json.ts';
import type { Entry, ToolContent } from '../../src/core/session/transcript/entry.ts';
import type { TerminalState, Transcript } from '../../src/core/session/transcript/transcript.ts';
import type { TraceMessage } from './replay.ts';
import { outline, textDraft } from './sessionFixture.ts';
import { waitUntil } from '../harness/waitUntil.ts';

/** Simulates the user of a trace: sends the same prompts, cancels turns, and gives the same answers. */
export function replayUser(session: () => Session): (message: TraceMessage) => void {
  return ({ method, params, result }) => {
    if (method === 'session/prompt') {
      void session().send(textDraft(promptText(params)));
    } else if (method === '_session/steering') {
      void session().send(textDraft(promptText(params)), 'steer');
    } else if (method === 'session/cancel') {
      session().cancel();
    } else if (method === undefined) {
      void answer(session(), asRecord(result) ?? {});
    }
  };
}

const promptText = (params: unknown): string =>
  asList(asRecord(params)?.['prompt'], block => asString(asRecord(block)?.['text']))?.join('') ??
  '';

async function answer(session: Session, result: JsonObject): Promise<void> {
  const outcome = asRecord(result['outcome']);
  const action = asOneOf(result['action'], ['accept', 'decline', 'cancel']);
  if (!outcome && !action) {
    return; // The request was not for the user but for the editor, which these tests do not have.
  }
  await waitUntil(
    () => session.pendingRequestCount > 0 || session.conversation.state.status.kind !== 'working',
  );
  const { id } = openEntry(session) ?? { id: '' };
  if (action) {
    session.answerElicitation(id, action, formValues(result['content']));
  } else if (outcome?.['outcome'] === 'cancelled') {
    session.cancel();
  } else {
    session.answerPermission(id, asString(outcome?.['optionId']) ?? '');
  }
}

/** The request that the user has not answered yet. */
export const openEntry = (session: Session): Entry | undefined =>
  session.conversation.transcript.entries.findLast(isOpen);

const isOpen = (entry: Entry): boolean =>
  (entry.kind === 'permission' || entry.kind === 'question') && entry.answer.kind === 'open';

const formValues = (content: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(asRecord(content) ?? {}).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );

/** A session as text for comparisons: a line per entry, the content of its tool calls, and its state. */
export function fullOutline(session: Session): string {
  const { transcript, state } = session.conversation;
  const lines = outline(session).flatMap((line, index) => {
    const entry = transcript.entries[index];
    return [line, ...(entry?.kind === 'tool' ? toolLines(entry, transcript) : noticeLines(entry))];
  });
  const { title, status, commands, pickers, usage } = state;
  const about = {
    title,
    status: status.kind,
    commands: commands.map(({ name }) => name),
    pickers: pickers.map(({ name }) => name),
    usage,
  };
  return `${[...lines, `state: ${JSON.stringify(about)}`].join('\n')}\n`;
}

const noticeLines = (entry: Entry | undefined): readonly string[] =>
  entry?.kind === 'notice' && entry.detail !== undefined ? [`  ${short(entry.detail)}`] : [];

function toolLines(
  entry: Extract<Entry, { kind: 'tool' }>,
  { terminals }: Transcript,
): readonly string[] {
  const { toolKind, command, input, output, locations, content } = entry;
  const lines = locations.map(({ path, line }) => (line === undefined ? path : `${path}:${line}`));
  const facts = { kind: toolKind, command, input, output, at: lines.join(', ') || undefined };
  const known = Object.entries(facts).filter(([, value]) => value !== undefined);
  return [
    ...known.map(([name, value]) => `  ${name}: ${short(value ?? '')}`),
    ...content.map(part => `  ${contentLine(part, terminals)}`),
  ];
}

function contentLine(part: ToolContent, terminals: Transcript['terminals']): string {
  switch (part.kind) {
    case 'block':
      return `shows ${part.block.type === 'text' ? short(part.block.text) : part.block.type}`;
    case 'diff':
      return `diff ${part.path}: ${short(part.oldText ?? '(new)')} -> ${short(part.newText)}`;
    case 'terminal':
      return `terminal ${part.terminalId}: ${terminalWords(terminals.get(part.terminalId))}`;
  }
}

const terminalWords = (terminal: TerminalState | undefined): string =>
  terminal ? `${short(terminal.output)}, exit ${JSON.stringify(terminal.exit)}` : 'not known';

const SHORT_CHARS = 160;
const short = (text: string): string => JSON.stringify(text).slice(0, SHORT_CHARS);
