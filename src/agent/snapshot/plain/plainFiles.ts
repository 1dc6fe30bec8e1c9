import type { Dirent } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../../core/errors.ts';
import { DEFAULT_EXCLUDES } from '../model/defaultExcludes.ts';
import { isNotFoundError } from '../../../core/errorCode.ts';
import type { SkippedPath } from '../model/snapshot.ts';
import { t } from '../../../core/l10n.ts';

const FILE_LIMIT = 100_000;
/** Node puts it in place of bytes that are not UTF-8. */
const REPLACEMENT = '\uFFFD';

/** The files below a folder. */
export interface PlainFiles {
  readonly names: readonly string[];
  /** Ignored files and folders. The names of folders end in `/`. */
  readonly ignored: readonly string[];
  /** Folders that cannot be read. */
  readonly skipped: readonly SkippedPath[];
}

/** Lists the files and links below a folder without git. Only simple rules of `.gitignore` are supported. */
export async function plainFiles(root: string): Promise<PlainFiles> {
  const isExcluded = exclusion([...DEFAULT_EXCLUDES, ...(await ownRules(root))]);
  const found: string[] = [];
  const ignored: string[] = [];
  const skipped: SkippedPath[] = [];
  const waiting = [''];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const entries = await entriesOf(root, folder);
    if (!entries) {
      skipped.push({ path: folder, reason: 'unreadable' });
      continue;
    }
    for (const entry of entries) {
      const name = folder + entry.name;
      const isFolder = entry.isDirectory();
      if (entry.name === '.git') {
        continue;
      }
      if (name.includes(REPLACEMENT)) {
        skipped.push({ path: name, reason: 'nameNotUtf8' });
      } else if (isExcluded(name, isFolder)) {
        ignored.push(isFolder ? `${name}/` : name);
      } else if (isFolder) {
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
  return { names: found.toSorted(), ignored, skipped };
}

/**
 * The entries of a folder; `undefined` if it cannot be read. A folder that has just been deleted is empty, but the root
 * must exist.
 */
async function entriesOf(root: string, folder: string): Promise<readonly Dirent[] | undefined> {
  try {
    return await readdir(path.join(root, folder), { withFileTypes: true });
  } catch (error) {
    if (folder === '') {
      throw error;
    }
    return isNotFoundError(error) ? [] : undefined;
  }
}

async function ownRules(root: string): Promise<readonly string[]> {
  const text = await readFile(path.join(root, '.gitignore'), 'utf8').catch(() => '');
  return text.split(/\r?\n/).map(line => line.trimEnd());
}

/**
 * Supports `name`, `name/`, `/name` and `*.ending`. Other rules are ignored: too many files are better than too few.
 */
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
