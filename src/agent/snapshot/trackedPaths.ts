import { readFile, writeFile } from 'node:fs/promises';
import { UserError } from '../../core/errors.ts';
import { t } from '../../core/words.ts';

const PATH_LIMIT = 1000;

/** The ignored files that count all the same, remembered beside the store. */
export class TrackedPaths {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  async list(): Promise<readonly string[]> {
    const text = await readFile(this.#file, 'utf8').catch(() => '');
    return text.split('\0').filter(Boolean);
  }

  /** The newest stay if there are too many. */
  async add(paths: readonly string[]): Promise<void> {
    const outside = paths.find(name => !isPlain(name));
    if (outside !== undefined) {
      throw new UserError(t('{0} is not a path inside the workspace folder.', outside));
    }
    const before = await this.list();
    const all = [...new Set([...before, ...paths])].slice(-PATH_LIMIT);
    if (all.length !== before.length || all.at(-1) !== before.at(-1)) {
      await writeFile(this.#file, all.join('\0'));
    }
  }
}

/** Relative, and below the root. */
const isPlain = (name: string): boolean =>
  name !== '' &&
  !name.includes('\0') &&
  name.split('/').every(part => part !== '' && part !== '.' && part !== '..' && part !== '.git');
