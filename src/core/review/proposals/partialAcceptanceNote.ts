import { unifiedDiff } from '../../diff/unifiedDiff.ts';
import { codeFence } from '../../text/codeFence.ts';

/** The agent's version of a file and the version that the user accepted. */
export interface PartialAcceptance {
  /** The path as shown to the user. */
  readonly path: string;
  readonly accepted: string;
  readonly proposed: string;
}

/** Tells the agent which part of its changes was not accepted. Undefined if all of them were. */
export function partialAcceptanceNote(changes: readonly PartialAcceptance[]): string | undefined {
  const diffs = changes.map(({ path, accepted, proposed }) =>
    unifiedDiff(path, accepted, proposed),
  );
  const missing = diffs.filter(diff => diff !== '');
  const names = changes.map(({ path }) => path).join(', ');
  return missing.length === 0
    ? undefined
    : [
        `I looked at your change of ${names} before it was written. I took only a part of it, or changed it.`,
        'What I took is in the file. This is a diff from what stands there now to what you wanted:',
        ...missing.map(diff => codeFence(diff, 'diff')),
        'Take the file as it is now. Do not write what I left out once more.',
      ].join('\n\n');
}
