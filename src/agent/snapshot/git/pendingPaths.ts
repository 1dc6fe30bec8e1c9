import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { isNotFoundError } from '../../../core/errorCode.ts';
import { mapWithLimit } from '../../../core/async/mapWithLimit.ts';
import type { ShadowRepository } from './shadowRepository.ts';
import type { SkippedPath, SnapshotLimits } from '../model/snapshot.ts';

/** The differences between our index and the disk, by what has to be done about them. */
export interface PendingPaths {
  readonly add: readonly string[];
  readonly remove: readonly string[];
  /** Folders that are repositories themselves. */
  readonly nested: readonly string[];
  readonly skipped: readonly SkippedPath[];
}

/** Asks git what has changed since our index was written, and classifies each path. */
export async function pendingPaths(
  shadow: ShadowRepository,
  request: {
    readonly limits: SnapshotLimits;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<PendingPaths> {
  const { limits, signal } = request;
  const list = async (args: readonly string[]): Promise<readonly Buffer[]> =>
    splitAtNul(await shadow.run({ args, signal }));
  const [known, fresh] = await Promise.all([
    list(['diff-files', '-z', '--name-only', '--relative']),
    list(['ls-files', '-z', '-o', '--exclude-standard']),
  ]);
  const [changed, added] = await Promise.all([
    classifyPaths(shadow.root, known, { limitBytes: limits.knownFileBytes, isKnown: true }),
    classifyPaths(shadow.root, fresh, { limitBytes: limits.newFileBytes, isKnown: false }),
  ]);
  return {
    add: unique([...changed.add, ...added.add]),
    remove: changed.remove,
    nested: added.nested,
    skipped: [...changed.skipped, ...added.skipped],
  };
}

/** Checks each path on disk and classifies it by what has to be done. */
export async function classifyPaths(
  root: string,
  names: readonly Buffer[],
  rule: { readonly limitBytes: number; readonly isKnown: boolean },
): Promise<PendingPaths> {
  return groupVerdicts(await mapWithLimit(names, raw => classifyPath({ root, raw, ...rule })));
}

/** Splits NUL-terminated output. */
export function splitAtNul(output: Buffer): readonly Buffer[] {
  const parts: Buffer[] = [];
  for (let from = 0; from < output.length;) {
    const end = output.indexOf(0, from);
    const to = end < 0 ? output.length : end;
    parts.push(output.subarray(from, to));
    from = to + 1;
  }
  return parts;
}

type Verdict =
  | { readonly kind: 'add' | 'remove' | 'nested' | 'nothing'; readonly path: string }
  | { readonly kind: 'skip'; readonly skipped: SkippedPath; readonly isKnown: boolean };

interface Inspection {
  readonly root: string;
  readonly raw: Buffer;
  readonly limitBytes: number;
  readonly isKnown: boolean;
}

async function classifyPath({ root, raw, limitBytes, isKnown }: Inspection): Promise<Verdict> {
  const name = raw.toString();
  if (!Buffer.from(name).equals(raw)) {
    return { kind: 'skip', skipped: { path: name, reason: 'nameNotUtf8' }, isKnown: false };
  }
  try {
    const found = await lstat(path.join(root, name));
    if (found.isFile() && found.size > limitBytes) {
      return { kind: 'skip', skipped: tooLarge(name, found), isKnown };
    }
    return { kind: classifyStats(found, isKnown), path: name };
  } catch (error) {
    return isNotFoundError(error)
      ? { kind: isKnown ? 'remove' : 'nothing', path: name }
      : { kind: 'skip', skipped: { path: name, reason: 'unreadable' }, isKnown: false };
  }
}

function classifyStats(found: Stats, isKnown: boolean): 'add' | 'remove' | 'nested' | 'nothing' {
  if (found.isFile() || found.isSymbolicLink()) {
    return 'add';
  }
  if (isKnown) {
    return 'remove'; // A folder or a device has replaced the file.
  }
  return found.isDirectory() ? 'nested' : 'nothing';
}

/** A file that is skipped because of its size, with enough data to detect that it changes. */
const tooLarge = (name: string, found: Stats): SkippedPath => ({
  path: name,
  reason: 'tooLarge',
  sizeBytes: found.size,
  mtimeMs: found.mtimeMs,
});

function groupVerdicts(verdicts: readonly Verdict[]): PendingPaths {
  const paths = (kind: Verdict['kind']): readonly string[] =>
    verdicts.flatMap(verdict => (verdict.kind === kind && 'path' in verdict ? [verdict.path] : []));
  const skips = verdicts.filter(verdict => verdict.kind === 'skip');
  // A known file that has become too large is removed from the snapshot: its old content would be wrong.
  const outgrown = skips.filter(skip => skip.isKnown).map(skip => skip.skipped.path);
  return {
    add: paths('add'),
    remove: [...paths('remove'), ...outgrown],
    nested: paths('nested'),
    skipped: skips.map(skip => skip.skipped),
  };
}

const unique = (paths: readonly string[]): readonly string[] => [...new Set(paths)];
