import { rm } from 'node:fs/promises';
import path from 'node:path';
import { listFilesRecursively } from '../../disk/folderSize.ts';
import type { ShadowRepository } from './shadowRepository.ts';
import type { NeededObjects } from '../model/snapshotStore.ts';

/**
 * Packs what is still needed and deletes the rest. The new packs are complete before anything is deleted. Must run
 * exclusively: what is written in the meantime would be lost.
 */
export async function pruneObjects(shadow: ShadowRepository, needed: NeededObjects): Promise<void> {
  const before = await objectFiles(shadow.objects);
  const current = await shadow.run({ args: ['write-tree'] });
  const [kept, blobs] = await Promise.all([
    existing(shadow, needed.trees),
    existing(shadow, needed.blobs ?? []),
  ]);
  const trees = [...new Set([...kept, current.toString().trim()])];
  const packs = [
    await pack(shadow, ['--revs', '--local', '--missing=allow-any'], [...trees, ...blobs]),
    await pack(shadow, [], await objectsAtRisk(shadow, kept, blobs)),
  ];
  const isOld = (file: string): boolean => !packs.some(name => name !== '' && file.includes(name));
  await Promise.all(before.filter(isOld).map(file => rm(file, { force: true })));
}

/** A snapshot that is damaged already must not affect the others, and neither must a content that is lost. */
async function existing(
  shadow: ShadowRepository,
  objects: readonly string[],
): Promise<readonly string[]> {
  const answer = await shadow.run({
    args: ['cat-file', '--buffer', '--batch-check=%(objecttype)'],
    stdin: objects.map(object => `${object}\n`).join(''),
  });
  const lines = answer.toString().split('\n');
  return objects.filter((_, at) => !lines[at]?.endsWith('missing'));
}

/** The name of the written pack; empty if there was nothing to pack. */
async function pack(
  shadow: ShadowRepository,
  options: readonly string[],
  objects: readonly string[],
): Promise<string> {
  const args = ['pack-objects', '-q', '--non-empty', ...options];
  const stdin = objects.map(object => `${object}\n`).join('');
  const name = await shadow.run({
    args: [...args, path.join(shadow.objects, 'pack', 'pack')],
    stdin,
  });
  return name.toString().trim();
}

/**
 * The trees of the needed snapshots, and the contents that differ between them. They may be in an alternate, and the
 * user's repository may delete them one day, so they are copied.
 */
async function objectsAtRisk(
  shadow: ShadowRepository,
  trees: readonly string[],
  blobs: readonly string[],
): Promise<readonly string[]> {
  if (trees.length === 0) {
    return blobs;
  }
  const folders = await shadow.run({
    args: ['rev-list', '--objects', '--filter=blob:none', '--missing=allow-any', '--stdin'],
    stdin: trees.map(tree => `${tree}\n`).join(''),
  });
  const pairs = trees.slice(1).map((tree, at) => `${trees[at] ?? ''} ${tree}\n`);
  const changed = await shadow.run({
    args: ['diff-tree', '--stdin', '-r', '--raw', '--no-renames'],
    stdin: pairs.join(''),
  });
  const ids = changed.toString('latin1').matchAll(/^:\d+ \d+ ([0-9a-f]{40}) ([0-9a-f]{40})/gm);
  const contents = [...ids].flatMap(([, before = '', after = '']) => [before, after]);
  const all = [...idsOf(folders), ...contents, ...blobs];
  return existing(
    shadow,
    [...new Set(all)].filter(id => !/^0+$/.test(id)),
  );
}

/** Parses lines of `id` or `id path`: git can omit the paths only since 2.23. */
const idsOf = (listed: Buffer): readonly string[] =>
  [...listed.toString('latin1').matchAll(/^[0-9a-f]{40}(?= |$)/gm)].map(([id]) => id);

const objectFiles = async (objects: string): Promise<readonly string[]> =>
  (await listFilesRecursively(objects)).filter(
    file => !file.startsWith(path.join(objects, 'info')),
  );
