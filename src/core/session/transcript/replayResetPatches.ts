import type { TranscriptPatch, Transcript } from './transcript.ts';

/** Removes all entries before the agent replays the whole session. Our own notices stay. */
export const replayResetPatches = ({ entries }: Transcript): readonly TranscriptPatch[] =>
  entries.flatMap(({ id, kind }) => (kind === 'notice' ? [] : [{ kind: 'removed', id }]));
