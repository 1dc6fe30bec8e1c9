import { lstat, readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../core/errors.ts';
import { DEFAULT_EXCLUDES } from './defaultExcludes.ts';
import { t } from '../../core/words.ts';

const FILE_LIMIT = 100_000;

/** The files and links below a folder, without git's help. Only the plain rules of `.gitignore` count. */
export async function plainFiles(
  root: string,
  tracked: readonly string[],
): Promise<readonly string[]> {
  const isExcluded = exclusion([...DEFAULT_EXCLUDES, '.git', ...(await ownRules(root))]);
  const found: string[] = [];
  const waiting = [''];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of await readdir(path.join(root, folder), { withFileTypes: true })) {
      const name = folder + entry.name;
      if (isExcluded(name, entry.isDirectory())) {
        continue;
      }
      if (entry.isDirectory()) {
        waiting.push(`${name}/`);
      } else if (entry.isFile() || entry.isSymbolicLink()) {
        found.push(name);
      }
    }
    if (found.length > FILE_LIMIT) {
      throw new UserError(
        t('This folder has too many files for a snapshot without git. Install git.'),
      );
    }
  }
  const present = await Promise.all(tracked.map(name => isThere(path.join(root, name))));
  return [...new Set([...found, ...tracked.filter((_, at) => present[at])])].toSorted();
}

async function ownRules(root: string): Promise<readonly string[]> {
  const text = await readFile(path.join(root, '.gitignore'), 'utf8').catch(() => '');
  return text.split(/\r?\n/).map(line => line.trimEnd());
}

/** Understands `name`, `name/`, `/name` and `*.ending`. Other rules exclude nothing: better too much than too little. */
function exclusion(rules: readonly string[]): (name: string, isFolder: boolean) => boolean {
  const plain = rules.filter(rule => /^(\*\.)?[^*?![\]\\#]+$/.test(rule));
  const names = new Set(plain);
  const endings = plain.filter(rule => rule.startsWith('*.')).map(rule => rule.slice(1));
  return (name, isFolder) => {
    const last = path.posix.basename(name);
    const spellings = isFolder ? [last, `${last}/`, `/${name}`, `/${name}/`] : [last, `/${name}`];
    return (
      spellings.some(spelling => names.has(spelling)) || endings.some(end => last.endsWith(end))
    );
  };
}

const isThere = (file: string): Promise<boolean> =>
  lstat(file).then(
    found => found.isFile() || found.isSymbolicLink(),
    () => false,
  );
