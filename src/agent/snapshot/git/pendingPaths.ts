import { isUtf8 } from 'node:buffer';
import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { isNotFoundError } from '../../../core/errorCode.ts';
import { mapWithLimit } from '../../../core/async/mapWithLimit.ts';
import { allOtherPaths, otherPaths } from './otherPaths.ts';
import type { ShadowRepository } from './shadowRepository.ts';
import { splitAtNul } from './splitAtNul.ts';
import type { IgnoredFiles } from '../model/ignoredFiles.ts';
import type { SkippedPath, SnapshotLimits } from '../model/snapshot.ts';

/** The differences between our index and the disk, by what has to be done about them. */
export interface PendingPaths {
  readonly add: readonly string[];
  readonly remove: readonly string[];
  /** Files to remove because a folder has taken their place. They are also in `remove`. */
  readonly replaced: readonly string[];
  /** Folders that are repositories themselves. */
  readonly nested: readonly string[];
  readonly skipped: readonly SkippedPath[];
}

/** The same, with the ignored files and folders that our index does not have. The names of folders end in `/`. */
export interface PendingAndIgnoredPaths extends PendingPaths {
  readonly ignored: readonly string[];
}

/** Asks git what has changed since our index was written, and classifies each path. */
export async function pendingPaths(
  shadow: ShadowRepository,
  request: {
    readonly limits: SnapshotLimits;
    readonly ignored: IgnoredFiles;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<PendingAndIgnoredPaths> {
  const { limits, ignored, signal } = request;
  const args = ['diff-files', '-z', '--name-only', '--relative'];
  const knownLimit = (name: string): number =>
    ignored.isKept(name) ? limits.ignoredFileBytes : limits.knownFileBytes;
  const [changed, listed] = await Promise.all([
    shadow
      .run({ args, signal })
      .then(output =>
        classifyPaths(shadow.root, splitAtNul(output), { limitBytes: knownLimit, isKnown: true }),
      ),
    otherPaths(shadow, signal),
  ]);
  const areRulesChanged = [...changed.add, ...changed.remove, ...listed.fresh.map(String)].some(
    name => path.posix.basename(name) === '.gitignore',
  );
  if (areRulesChanged) {
    shadow.ignoredNames.clear();
  }
  const isUncertain = areRulesChanged || changed.replaced.length > 0;
  const others = isUncertain ? await allOtherPaths(shadow, signal) : listed;
  const rule = { limitBytes: () => limits.newFileBytes, isKnown: false };
  const [added, unnamed] = await Promise.all([
    classifyPaths(shadow.root, others.fresh, rule),
    classifyPaths(
      shadow.root,
      others.ignored.filter(name => !isUtf8(name)),
      rule,
    ),
  ]);
  return {
    add: unique([...changed.add, ...added.add]),
    remove: changed.remove,
    replaced: changed.replaced,
    nested: added.nested,
    skipped: [...changed.skipped, ...added.skipped, ...unnamed.skipped],
    ignored: others.ignored.filter(isUtf8).map(String),
  };
}

/** Checks each path on disk and classifies it by what has to be done. */
export async function classifyPaths(
  root: string,
  names: readonly Buffer[],
  rule: { readonly limitBytes: (name: string) => number; readonly isKnown: boolean },
): Promise<PendingPaths> {
  return groupPaths(await mapWithLimit(names, raw => classifyPath({ root, raw, ...rule })));
}

type ClassifiedPath =
  | { readonly kind: 'add' | 'remove' | 'replaced' | 'nested' | 'nothing'; readonly path: string }
  | { readonly kind: 'skip'; readonly skipped: SkippedPath; readonly isKnown: boolean };

interface Inspection {
  readonly root: string;
  readonly raw: Buffer;
  readonly limitBytes: (name: string) => number;
  readonly isKnown: boolean;
}

async function classifyPath({
  root,
  raw,
  limitBytes,
  isKnown,
}: Inspection): Promise<ClassifiedPath> {
  const name = raw.toString();
  if (!isUtf8(raw)) {
    return { kind: 'skip', skipped: await nameNotUtf8(root, raw), isKnown: false };
  }
  try {
    const found = await lstat(path.join(root, name));
    if (found.isFile() && found.size > limitBytes(name)) {
      return { kind: 'skip', skipped: tooLarge(name, found), isKnown };
    }
    return { kind: classifyStats(found, isKnown), path: name };
  } catch (error) {
    return isNotFoundError(error)
      ? { kind: isKnown ? 'remove' : 'nothing', path: name }
      : { kind: 'skip', skipped: { path: name, reason: 'unreadable' }, isKnown: false };
  }
}

function classifyStats(
  found: Stats,
  isKnown: boolean,
): 'add' | 'remove' | 'replaced' | 'nested' | 'nothing' {
  if (found.isFile() || found.isSymbolicLink()) {
    return 'add';
  }
  if (found.isDirectory()) {
    return isKnown ? 'replaced' : 'nested';
  }
  return isKnown ? 'remove' : 'nothing'; // It is a device now.
}

/** A file that we cannot name, with enough data to detect that it changes. */
async function nameNotUtf8(root: string, raw: Buffer): Promise<SkippedPath> {
  const file = Buffer.concat([Buffer.from(root + path.sep), raw]);
  const found = await lstat(file).catch(() => undefined);
  return {
    path: raw.toString(),
    reason: 'nameNotUtf8',
    ...(found ? { sizeBytes: found.size, mtimeMs: found.mtimeMs } : {}),
  };
}

/** A file that is skipped because of its size, with enough data to detect that it changes. */
const tooLarge = (name: string, found: Stats): SkippedPath => ({
  path: name,
  reason: 'tooLarge',
  sizeBytes: found.size,
  mtimeMs: found.mtimeMs,
});

function groupPaths(verdicts: readonly ClassifiedPath[]): PendingPaths {
  const paths = (kind: ClassifiedPath['kind']): readonly string[] =>
    verdicts.flatMap(verdict => (verdict.kind === kind && 'path' in verdict ? [verdict.path] : []));
  const skips = verdicts.filter(verdict => verdict.kind === 'skip');
  // A known file that has become too large is removed from the snapshot: its old content would be wrong.
  const outgrown = skips.filter(skip => skip.isKnown).map(skip => skip.skipped.path);
  return {
    add: paths('add'),
    remove: [...paths('remove'), ...paths('replaced'), ...outgrown],
    replaced: paths('replaced'),
    nested: paths('nested'),
    skipped: skips.map(skip => skip.skipped),
  };
}

const unique = (paths: readonly string[]): readonly string[] => [...new Set(paths)];
