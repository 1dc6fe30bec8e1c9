import type { Entry } from '../../../core/session/transcript/entry.ts';

/** Whether an entry is a message of nothing but blanks: some agents send such, and there is nothing to show of it. */
export const isBlankMessage = (entry: Entry): boolean =>
  (entry.kind === 'agent' || entry.kind === 'thought') &&
  entry.blocks.every(block => block.type === 'text' && !/\S/.test(block.text));
