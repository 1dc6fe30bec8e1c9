import type { Session } from '../../src/agent/session/session.ts';
import type { Entry } from '../../src/core/session/transcript/entry.ts';

/** All text of the agent in a conversation, without that of the user. */
export const agentText = ({ conversation: { transcript } }: Session): string =>
  transcript.entries
    .flatMap(entry => (entry.kind === 'agent' ? entry.blocks : []))
    .map(block => (block.type === 'text' ? block.text : `[${block.type}]`))
    .join('');

/** The errors that a conversation shows, without the agent's own warnings (about a missing sandbox, for example). */
export const failures = ({ conversation: { transcript } }: Session): readonly string[] =>
  transcript.entries.flatMap(entry =>
    entry.kind === 'notice' && entry.severity === 'error' ? [entry.title] : [],
  );

/** Everything that a conversation shows except the user's own text: output of commands, diffs, notices. */
export function visibleText({ conversation: { transcript } }: Session): string {
  const entries = transcript.entries.filter(({ kind }) => kind !== 'user').map(asShown);
  return JSON.stringify([entries, [...transcript.terminals.values()]]);
}

/** The raw output of a call is shown only if there is nothing better, and its raw input is no output. */
const asShown = (entry: Entry): unknown =>
  entry.kind === 'tool'
    ? { content: entry.content, output: entry.content.length > 0 ? undefined : entry.output }
    : entry;
