import type { Entry } from '../../core/session/transcript/entry.ts';

/** Whether an entry is a message of only white space, which some agents send; it is not shown. */
export const isBlankMessage = (entry: Entry): boolean =>
  (entry.kind === 'agent' || entry.kind === 'thought') &&
  entry.blocks.every(block => block.type === 'text' && !/\S/.test(block.text));
