import { fence } from '../prompt/fence.ts';
import { unifiedDiff } from '../text/unifiedDiff.ts';

/** What an agent wanted in a file, and what the user took of it. */
export interface Untaken {
  /** As the user knows it. */
  readonly path: string;
  readonly chosen: string;
  readonly wanted: string;
}

/** What the agent is told about a change of which the user took only a part; nothing if all was taken as it was. */
export function untakenNote(changes: readonly Untaken[]): string | undefined {
  const diffs = changes.map(({ path, chosen, wanted }) => unifiedDiff(path, chosen, wanted));
  const missing = diffs.filter(diff => diff !== '');
  const names = changes.map(({ path }) => path).join(', ');
  return missing.length === 0
    ? undefined
    : [
        `I looked at your change of ${names} before it was written. I took only a part of it, or changed it.`,
        'What I took is in the file. This is a diff from what stands there now to what you wanted:',
        ...missing.map(diff => fence(diff, 'diff')),
        'Take the file as it is now. Do not write what I left out once more.',
      ].join('\n\n');
}
