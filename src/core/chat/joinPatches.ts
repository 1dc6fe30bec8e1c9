import type { TranscriptPatch } from '../session/transcript/transcript.ts';

/** Merges consecutive patches of the same entry, so that the chunks of a frame become one patch. */
export function joinPatches(patches: readonly TranscriptPatch[]): readonly TranscriptPatch[] {
  const joined: TranscriptPatch[] = [];
  for (const patch of patches) {
    const last = joined.at(-1);
    const merged = last && joinPair(last, patch);
    if (merged) {
      joined[joined.length - 1] = merged;
    } else {
      joined.push(patch);
    }
  }
  return joined;
}

/** One patch with the effect of both, if there is one. */
function joinPair(one: TranscriptPatch, next: TranscriptPatch): TranscriptPatch | undefined {
  if (getTargetId(one) !== getTargetId(next)) {
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

function getTargetId(patch: TranscriptPatch): string {
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
