import type { Patch, Transcript } from './transcript.ts';

/** The agent tells the whole conversation once more: what it has told before goes. What we said about it stays. */
export const toldAnew = ({ entries }: Transcript): readonly Patch[] =>
  entries.flatMap(({ id, kind }) => (kind === 'notice' ? [] : [{ kind: 'removed', id }]));
