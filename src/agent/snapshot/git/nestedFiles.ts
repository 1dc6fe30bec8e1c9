import path from 'node:path';
import { classifyPaths } from './pendingPaths.ts';
import { splitAtNul } from './splitAtNul.ts';
import type { ShadowRepository } from './shadowRepository.ts';
import type { SkippedPath, SnapshotLimits } from '../model/snapshot.ts';

/** The files of the repositories (submodules, clones) inside the workspace. */
export interface NestedFiles {
  readonly add: readonly string[];
  readonly skipped: readonly SkippedPath[];
}

/**
 * Lists the files of the repositories inside the workspace, so that they become part of the same snapshot. Once some
 * are in our index, git treats the folder like any other.
 */
export async function nestedFiles(
  shadow: ShadowRepository,
  folders: readonly string[],
  options: { readonly limits: SnapshotLimits; readonly signal?: AbortSignal | undefined },
): Promise<NestedFiles> {
  const add: string[] = [];
  const skipped: SkippedPath[] = [];
  const waiting = [...folders];
  for (let done = 0; waiting.length > 0 && done < REPOSITORY_LIMIT; done += 1) {
    const folder = waiting.shift() ?? '';
    const names = await namesBelow(shadow, folder, options.signal);
    if (names.length > options.limits.nestedFiles) {
      skipped.push({ path: folder, reason: 'tooManyFiles' });
      continue;
    }
    const rule = { limitBytes: () => options.limits.newFileBytes, isKnown: false };
    const found = await classifyPaths(shadow.root, names, rule);
    waiting.push(...found.nested);
    add.push(...found.add);
    skipped.push(...found.skipped);
  }
  skipped.push(...waiting.map(folder => ({ path: folder, reason: 'tooManyFiles' }) as const));
  return { add, skipped };
}

const REPOSITORY_LIMIT = 100;

async function namesBelow(
  shadow: ShadowRepository,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<readonly Buffer[]> {
  const top = path.resolve(shadow.root, folder);
  const repository = await shadow.findRepository(top);
  if (repository?.top === top) {
    await shadow.addAlternate(repository.objects);
  }
  const listed = await shadow.run({
    args: ['-C', top, 'ls-files', '-z', '-o', '--exclude-standard'],
    env: { GIT_WORK_TREE: top, GIT_INDEX_FILE: path.join(shadow.dir, 'no-index') },
    signal,
  });
  return splitAtNul(listed).map(name => Buffer.concat([Buffer.from(folder), name]));
}
