import type { TranscriptPatch, Transcript } from './transcript.ts';

/** The agent tells the whole conversation once more: what it has told before goes. What we said about it stays. */
export const replayResetPatches = ({ entries }: Transcript): readonly TranscriptPatch[] =>
  entries.flatMap(({ id, kind }) => (kind === 'notice' ? [] : [{ kind: 'removed', id }]));
