import { open, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createGitFolder } from '../../git/createGitFolder.ts';
import type { IndexEntry } from './parseIndexEntries.ts';
import { parseIndexEntries } from './parseIndexEntries.ts';
import type { ShadowRepository } from './shadowRepository.ts';
import type { UserRepository } from '../../git/userRepository.ts';

/**
 * Starts our index with a copy of the user's, so that unchanged files need not be read: git's stat data (time, size,
 * inode) are copied along. Entries whose stored content may differ from the bytes on disk (line endings, filters,
 * encodings) are marked, so that the next snapshot reads them.
 */
export async function seedIndex(
  shadow: ShadowRepository,
  repository: UserRepository,
  signal?: AbortSignal,
): Promise<void> {
  const { seed } = shadow;
  const shared = await copySharedIndexes(repository.gitDir, shadow.dir);
  try {
    const writtenAt = await copyIndex(path.join(repository.gitDir, 'index'), seed);
    if (writtenAt === undefined) {
      return; // There is no commit and nothing staged: every file is new.
    }
    const env = { GIT_INDEX_FILE: seed };
    await shadow.run({ args: PLAIN_INDEX, env, signal });
    const entries = parseIndexEntries(await readFile(seed));
    if (!entries) {
      return;
    }
    // A file that changed again in the second in which the index was written may look unchanged.
    const recent = entries.filter(entry => entry.changedAt >= writtenAt).map(entry => entry.path);
    const differing = await findDifferingPaths(shadow, repository, entries);
    const stdin = corrections(shadow, entries, new Set([...differing, ...recent]));
    if (stdin) {
      await shadow.run({ args: ['update-index', '-z', '--index-info'], env, stdin, signal });
    }
    await rename(seed, shadow.index);
  } finally {
    await Promise.all([seed, ...shared].map(file => rm(file, { force: true })));
  }
}

/** One file, of a version that we can read, without optional extensions. */
const PLAIN_INDEX = [
  'update-index',
  '--index-version=2',
  '--no-split-index',
  '--no-untracked-cache',
  '--no-fsmonitor',
  '--force-write-index',
];

const GITLINK = 0o160000;
const NO_OBJECT = '0'.repeat(40);
/** Git knows the empty blob without storing it. An entry with it and without stat data is read the next time. */
const EMPTY_BLOB = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';

/**
 * Copies an index, if there is one, and returns when it was written, in seconds. The copy keeps the time stamp to the second: git distrusts files that changed in
 * the second in which the index was written.
 */
async function copyIndex(from: string, to: string): Promise<number | undefined> {
  const file = await open(from).catch(() => undefined);
  if (!file) {
    return undefined;
  }
  try {
    const { mtimeMs } = await file.stat();
    await writeFile(to, await file.readFile());
    const writtenAt = Math.floor(mtimeMs / 1000);
    await utimes(to, writtenAt, writtenAt);
    return writtenAt;
  } finally {
    await file.close();
  }
}

/** A split index has most entries in files next to it. */
async function copySharedIndexes(from: string, to: string): Promise<readonly string[]> {
  const names = await readdir(from).catch(() => []);
  const shared = names.filter(name => /^sharedindex\.[0-9a-f]+$/.test(name));
  const copies = shared.map(async name => {
    await copyIndex(path.join(from, name), path.join(to, name));
    return path.join(to, name);
  });
  return Promise.all(copies);
}

/** Input for `update-index --index-info` that removes entries outside our root and invalidates uncertain ones. */
function corrections(
  shadow: ShadowRepository,
  entries: readonly IndexEntry[],
  differing: ReadonlySet<string>,
): string {
  const lines = entries.map(entry => {
    if (entry.mode === GITLINK || !entry.path.startsWith(shadow.prefix)) {
      return `0 ${NO_OBJECT}\t${entry.path}\0`;
    }
    return entry.unreliable || differing.has(entry.path)
      ? `${entry.mode.toString(8)} ${EMPTY_BLOB}\t${entry.path}\0`
      : '';
  });
  return lines.join('');
}

/** The paths whose blob may differ from the bytes on disk, or is missing (partial clones). */
async function findDifferingPaths(
  shadow: ShadowRepository,
  repository: UserRepository,
  entries: readonly IndexEntry[],
): Promise<ReadonlySet<string>> {
  const [sizes, filtered] = await Promise.all([
    blobSizes(shadow, entries),
    filteredPaths(shadow, repository, entries),
  ]);
  // Line endings are only ever removed, so equal sizes mean equal bytes.
  const differing = entries.filter((entry, at) => sizes[at] !== entry.diskBytes);
  return new Set([...differing.map(entry => entry.path), ...filtered]);
}

async function blobSizes(
  shadow: ShadowRepository,
  entries: readonly IndexEntry[],
): Promise<readonly number[]> {
  const listed = await shadow.run({
    args: ['cat-file', '--buffer', '--batch-check=%(objectsize)'],
    stdin: entries.map(entry => `${entry.oid}\n`).join(''),
  });
  return listed.toString('latin1').split('\n').map(Number);
}

const FILTERS = ['filter', 'ident', 'working-tree-encoding'];

/**
 * Filters may change the bytes and keep the size. Git looks up attributes in the user's files through a git folder of
 * ours: it would start the programs that the configuration in the user's git folder names.
 */
async function filteredPaths(
  shadow: ShadowRepository,
  repository: UserRepository,
  entries: readonly IndexEntry[],
): Promise<readonly string[]> {
  if (!(await mentionsFilters(repository, entries))) {
    return [];
  }
  const lookup = shadow.git.run({
    args: ['-C', repository.top, 'check-attr', '--stdin', '-z', ...FILTERS],
    env: {
      GIT_DIR: await attributesFolder(shadow, repository),
      GIT_WORK_TREE: repository.top,
      GIT_INDEX_FILE: shadow.seed,
      GIT_OBJECT_DIRECTORY: shadow.objects,
    },
    stdin: entries.map(entry => `${entry.path}\0`).join(''),
  });
  const answer = await lookup.catch(() => undefined);
  if (!answer) {
    return entries.map(entry => entry.path); // The attributes are unknown, so no entry can be trusted.
  }
  const fields = answer.toString().split('\0');
  return fields.filter((_, at) => at % 3 === 0 && isSet(fields[at + 2]));
}

/** A git folder without settings, and with the attributes that the user's git folder has. */
async function attributesFolder(
  shadow: ShadowRepository,
  { commonDir }: UserRepository,
): Promise<string> {
  const dir = path.join(shadow.dir, 'attributes');
  await createGitFolder(dir, '[core]\n\trepositoryformatversion = 0\n\tbare = false\n');
  const attributes = await attributesText(path.join(commonDir, 'info', 'attributes'));
  await writeFile(path.join(dir, 'info', 'attributes'), attributes);
  return dir;
}

const isSet = (value: string | undefined): boolean =>
  value !== undefined && value !== 'unspecified' && value !== 'unset';

async function mentionsFilters(
  repository: UserRepository,
  entries: readonly IndexEntry[],
): Promise<boolean> {
  const inTree = entries.filter(({ path: name }) => /(^|\/)\.gitattributes$/.test(name));
  const files = [
    path.join(repository.commonDir, 'info', 'attributes'),
    ...inTree.map(entry => path.join(repository.top, entry.path)),
  ];
  const texts = await Promise.all(files.map(attributesText));
  return texts.some(text => FILTERS.some(name => text.includes(name)));
}

/** Git itself ignores larger attributes files. */
const ATTRIBUTES_LIMIT_BYTES = 100 * 1024 * 1024;

async function attributesText(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined);
  const isReadable = found?.isFile() && found.size < ATTRIBUTES_LIMIT_BYTES;
  return isReadable ? readFile(file, 'utf8').catch(() => '') : '';
}
