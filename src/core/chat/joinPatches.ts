import type { TranscriptPatch } from '../session/transcript/transcript.ts';

/** Joins neighbouring pieces of text of one entry, so that a frame of a stream is one patch. */
export function joinPatches(patches: readonly TranscriptPatch[]): readonly TranscriptPatch[] {
  const joined: TranscriptPatch[] = [];
  for (const patch of patches) {
    const last = joined.at(-1);
    const both = last && joinedPair(last, patch);
    if (both) {
      joined[joined.length - 1] = both;
    } else {
      joined.push(patch);
    }
  }
  return joined;
}

/** One patch that does what both do, where there is such a one. */
function joinedPair(one: TranscriptPatch, next: TranscriptPatch): TranscriptPatch | undefined {
  if (subjectOf(one) !== subjectOf(next)) {
    return undefined;
  }
  if (one.kind === 'grew' && next.kind === 'grew') {
    return { ...next, text: one.text + next.text };
  }
  if (one.kind === 'terminalGrew' && next.kind === 'terminalGrew') {
    return { ...next, text: one.text + next.text };
  }
  if (next.kind === 'replaced' && (one.kind === 'replaced' || one.kind === 'added')) {
    return { ...one, entry: next.entry };
  }
  return undefined;
}

function subjectOf(patch: TranscriptPatch): string {
  switch (patch.kind) {
    case 'added':
    case 'replaced':
      return patch.entry.id;
    case 'terminal':
      return `terminal ${patch.terminal.id}`;
    case 'terminalGrew':
      return `terminal ${patch.id}`;
    case 'grew':
    case 'removed':
      return patch.id;
  }
}
