import type { Session } from '../../src/agent/session/session.ts';
import type { Entry } from '../../src/core/session/transcript/entry.ts';

/** All that the agent said in a conversation, and nothing of the user's words. */
export const agentText = ({ conversation: { transcript } }: Session): string =>
  transcript.entries
    .flatMap(entry => (entry.kind === 'agent' ? entry.blocks : []))
    .map(block => (block.type === 'text' ? block.text : `[${block.type}]`))
    .join('');

/** What a conversation tells of things that went wrong. An agent's own warnings (of a missing sandbox, say) are not among them. */
export const failures = ({ conversation: { transcript } }: Session): readonly string[] =>
  transcript.entries.flatMap(entry =>
    entry.kind === 'notice' && entry.severity === 'error' ? [entry.title] : [],
  );

/** Everything that a conversation shows besides the user's own words: output of commands, diffs, notices. */
export function visibleText({ conversation: { transcript } }: Session): string {
  const entries = transcript.entries.filter(({ kind }) => kind !== 'user').map(asShown);
  return JSON.stringify([entries, [...transcript.terminals.values()]]);
}

/** The raw output of a call is shown only where there is nothing better; its input is not what it printed. */
const asShown = (entry: Entry): unknown =>
  entry.kind === 'tool'
    ? { content: entry.content, output: entry.content.length > 0 ? undefined : entry.output }
    : entry;
