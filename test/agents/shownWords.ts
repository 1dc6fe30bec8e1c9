import type { Session } from '../../src/agent/session.ts';

/** All that the agent said in a conversation, and nothing of the user's words. */
export const spoken = ({ conversation: { transcript } }: Session): string =>
  transcript.entries
    .flatMap(entry => (entry.kind === 'agent' ? entry.blocks : []))
    .map(block => (block.type === 'text' ? block.text : `[${block.type}]`))
    .join('');

/** Everything that a conversation shows besides the user's own words: output of commands, diffs, notices. */
export function shown({ conversation: { transcript } }: Session): string {
  const entries = transcript.entries.filter(({ kind }) => kind !== 'user');
  return JSON.stringify([entries, [...transcript.terminals.values()]]);
}
