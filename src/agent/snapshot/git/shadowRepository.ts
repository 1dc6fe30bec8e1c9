import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LinkedObjects } from './linkedObjects.ts';
import { DEFAULT_EXCLUDES } from '../model/defaultExcludes.ts';
import { createGitFolder } from '../../git/createGitFolder.ts';
import type { GitInvocation } from '../../git/gitRunner.ts';
import { IsolatedGit } from '../../git/isolatedGit.ts';
import {
  findUserRepository,
  isOwnRepository,
  isSafeDirectory,
  type UserRepository,
} from '../../git/userRepository.ts';

/**
 * A repository of our own, outside the workspace, with the user's work tree. Git never opens the user's repository, so
 * that neither its hooks, filters and monitors run nor anything is written to it. Its objects are used as an alternate.
 */
export class ShadowRepository {
  readonly root: string;
  readonly dir: string;
  /** Git without the environment that leads it to this repository. */
  readonly git: IsolatedGit;
  /** Names that git has called ignored, as Latin-1, which has a character for each byte. */
  readonly ignoredNames = new Set<string>();
  readonly #linked: LinkedObjects;
  #top: string;
  #excludesFile: string | undefined;
  #info: ({ readonly key: string } & RepositoryInfo) | undefined;
  #alternates = '';

  constructor(options: { readonly root: string; readonly dir: string; readonly command: string }) {
    this.root = options.root;
    this.dir = options.dir;
    this.git = new IsolatedGit(options.command, options.dir, [options.root]);
    this.#top = options.root;
    this.#linked = new LinkedObjects(path.join(options.dir, 'borrowed'));
  }

  /** The path from the top of the user's repository to the root, with a trailing `/`, or empty. */
  get prefix(): string {
    const below = path.relative(this.#top, this.root).split(path.sep).join('/');
    return below && `${below}/`;
  }

  get top(): string {
    return this.#top;
  }

  get objects(): string {
    return path.join(this.dir, 'objects');
  }

  get index(): string {
    return path.join(this.dir, 'index');
  }

  /** The copy of the user's index, while ours is made from it. */
  get seed(): string {
    return path.join(this.dir, 'seed');
  }

  /** The environment that leads git to this repository and to the user's files. */
  get env(): Readonly<Record<string, string>> {
    return { GIT_DIR: this.dir, GIT_WORK_TREE: this.#top };
  }

  run(call: GitInvocation): Promise<Buffer> {
    const excludes = this.#excludesFile ? ['-c', `core.excludesFile=${this.#excludesFile}`] : [];
    return this.git.run({
      ...call,
      args: ['-C', this.root, ...excludes, ...call.args],
      env: { ...this.env, ...call.env },
    });
  }

  /** Stores bytes unchanged and returns their id. */
  async writeBlob(bytes: Uint8Array): Promise<string> {
    const args = ['hash-object', '-w', '--no-filters', '--stdin'];
    return (await this.run({ args, stdin: bytes })).toString().trim();
  }

  /** Creates the folder and its settings. Can be repeated. */
  async create(): Promise<void> {
    await createGitFolder(this.dir, configText({}));
    await this.#linked.create();
    this.#alternates = (await readText(this.#alternatesFile)) ?? '';
    await writeFile(path.join(this.dir, 'info', 'attributes'), RAW_ATTRIBUTES);
    this.#excludesFile = await findGlobalExcludesFile(this.git, this.dir);
  }

  /** The repository that contains a folder, unless it belongs to somebody whom the user does not trust. */
  async findRepository(folder: string): Promise<UserRepository | undefined> {
    const found = await findUserRepository(folder);
    return found && ((await isOwnRepository(found)) || (await this.#isSafe(found)))
      ? found
      : undefined;
  }

  async #isSafe({ top }: UserRepository): Promise<boolean> {
    const args = ['config', '--type=path', '--get-all', '-z', 'safe.directory'];
    const values = await readUserSetting(this.git, this.dir, args);
    return isSafeDirectory(top, values.split('\0').slice(0, -1));
  }

  /**
   * The object folders that are used as alternates. A git that was started before a change does not see all of them.
   */
  get alternates(): string {
    return this.#alternates;
  }

  /**
   * Adapts to the repository that contains the root now: agents run `git init`, too. Returns whether an alternate is
   * gone, and which repository can be an alternate.
   */
  async adaptTo(repository: UserRepository | undefined): Promise<{
    readonly lost: boolean;
    readonly alternate: UserRepository | undefined;
  }> {
    const info = repository && (await this.#inspect(repository));
    const own = info?.own ? repository : undefined;
    const alternate = info?.hasSameFormat ? own : undefined;
    this.#top = own?.top ?? this.root;
    await writeIfChanged(path.join(this.dir, 'config'), configText(info?.settings ?? {}));
    await this.#writeExcludes(own);
    return { lost: await this.addAlternate(alternate?.objects), alternate };
  }

  async #writeExcludes(repository: UserRepository | undefined): Promise<void> {
    const userSettings =
      repository && (await readText(path.join(repository.commonDir, 'info', 'exclude')));
    const exclude = path.join(this.dir, 'info', 'exclude');
    if (await writeIfChanged(exclude, [...DEFAULT_EXCLUDES, userSettings].join('\n'))) {
      this.ignoredNames.clear();
    }
  }

  /** What we need to know about a repository. It is read again only when its configuration has changed. */
  async #inspect(repository: UserRepository): Promise<RepositoryInfo> {
    const config = await stat(path.join(repository.commonDir, 'config')).catch(() => undefined);
    const key = [repository.top, repository.gitDir, config?.mtimeMs, config?.size].join('\n');
    if (this.#info?.key !== key) {
      const settings = await this.#settingsOf(repository);
      const hasSameFormat = (settings['extensions.objectformat'] ?? 'sha1') === 'sha1';
      const own = !(await this.#isIgnored(repository));
      this.#info = { key, own, hasSameFormat, settings };
    }
    return this.#info;
  }

  /** A folder that is ignored by its repository (such as a project in a home folder under git) is on its own. */
  async #isIgnored(repository: UserRepository): Promise<boolean> {
    if (repository.top === this.root) {
      return false;
    }
    const asked = this.run({
      args: ['check-ignore', '-q', '--no-index', '--', this.root],
      env: { GIT_WORK_TREE: repository.top, GIT_LITERAL_PATHSPECS: '0' },
    });
    return asked.then(
      () => true,
      () => false, // Exit code 1: not ignored.
    );
  }

  async #settingsOf(repository: UserRepository): Promise<Settings> {
    const config = path.join(repository.commonDir, 'config');
    const list = await this.git
      .run({
        args: ['config', '--file', config, '--no-includes', '--list', '-z'],
      })
      .catch(() => Buffer.of());
    const pairs = list.toString().split('\0').filter(Boolean);
    return Object.fromEntries(
      pairs.map(pair => {
        const at = pair.indexOf('\n');
        return at < 0 ? [pair, 'true'] : [pair.slice(0, at), pair.slice(at + 1)];
      }),
    );
  }

  /**
   * Adds an alternate. Earlier ones stay as long as they exist, because older snapshots need them. Returns whether one
   * is gone.
   */
  async addAlternate(objects: string | undefined): Promise<boolean> {
    const before = ((await readText(this.#alternatesFile)) ?? '').split('\n').filter(Boolean);
    const exist = await Promise.all(before.map(isFolder));
    const usable = objects !== undefined && !objects.includes('\n') && !before.includes(objects);
    const { dir: linked } = this.#linked;
    const after = [
      ...before.filter((line, at) => exist[at] && line !== linked),
      ...(usable ? [objects] : []),
      linked,
    ];
    this.#alternates = after.map(line => `${line}\n`).join('');
    await writeIfChanged(this.#alternatesFile, this.#alternates);
    if (!this.#linked.isComplete) {
      await this.linkAlternates();
    }
    return exist.includes(false);
  }

  /** Links the objects of the alternates, so that snapshots survive their deletion. */
  linkAlternates(): Promise<void> {
    return this.#linked.link(this.#alternateFolders);
  }

  /** Makes the objects that the alternates have deleted our own, so that they are pruned like the others. */
  adoptDeletedObjects(): Promise<void> {
    return this.#linked.moveDeleted(this.#alternateFolders, this.objects);
  }

  get #alternatesFile(): string {
    return path.join(this.objects, 'info', 'alternates');
  }

  get #alternateFolders(): readonly string[] {
    const { dir: linked } = this.#linked;
    return this.#alternates.split('\n').filter(line => line !== '' && line !== linked);
  }
}

type Settings = Readonly<Record<string, string>>;

interface RepositoryInfo {
  /** Whether the root is a part of that repository. */
  readonly own: boolean;
  /** Whether it uses the same object format. */
  readonly hasSameFormat: boolean;
  readonly settings: Settings;
}

/**
 * Attributes in the work tree may set filters, encodings and line endings. These override them, so that the stored
 * bytes are those on disk.
 */
const RAW_ATTRIBUTES =
  '* -text -crlf !eol !filter !ident !working-tree-encoding !diff !merge !export-ignore\n';

function configText(userSettings: Settings): string {
  const isWindows = process.platform === 'win32';
  const isMac = process.platform === 'darwin';
  const chosen = (name: string, usual: boolean): string => {
    const given = userSettings[`core.${name}`]?.toLowerCase();
    return `\t${name} = ${given === 'true' || given === 'false' ? given : String(usual)}\n`;
  };
  return [
    '[core]\n\trepositoryformatversion = 0\n\tbare = false\n',
    chosen('filemode', !isWindows),
    chosen('symlinks', !isWindows),
    chosen('ignorecase', isWindows || isMac),
    chosen('precomposeunicode', isMac),
    '\tautocrlf = false\n\tsafecrlf = false\n\tlongpaths = true\n\tfsmonitor = false\n',
    // Git never checks anything out from this repository, so no name is dangerous.
    isWindows ? '' : '\tprotectNTFS = false\n\tprotectHFS = false\n',
    // Otherwise a power failure can leave empty objects behind. Many files are flushed together.
    '\tfsync = loose-object\n\tfsyncMethod = batch\n',
    '[gc]\n\tauto = 0\n',
  ].join('');
}

/** The user's global excludes file, which is set in the configuration that we ignore. */
async function findGlobalExcludesFile(git: IsolatedGit, dir: string): Promise<string | undefined> {
  const named = await readUserSetting(git, dir, [
    'config',
    '--type=path',
    '--get',
    'core.excludesFile',
  ]);
  const file = named.trim() || path.join(userFolders().configHome, 'git', 'ignore');
  return (await readText(file)) === undefined ? undefined : file;
}

/** Reads from the configuration of the user and the system. The result is empty if it does not have the setting. */
async function readUserSetting(
  git: IsolatedGit,
  dir: string,
  args: readonly string[],
): Promise<string> {
  const { home, configHome } = userFolders();
  const env = { GIT_DIR: dir, HOME: home, XDG_CONFIG_HOME: configHome, GIT_CONFIG_NOSYSTEM: '0' };
  const found = await git.run({ args, env }).catch(() => Buffer.of());
  return found.toString();
}

function userFolders(): { readonly home: string; readonly configHome: string } {
  const home = process.env['HOME'] ?? process.env['USERPROFILE'] ?? '';
  return { home, configHome: process.env['XDG_CONFIG_HOME'] ?? path.join(home, '.config') };
}

const readText = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch(() => undefined);

const isFolder = (folder: string): Promise<boolean> =>
  stat(folder).then(
    found => found.isDirectory(),
    () => false,
  );

/** Avoids writes, and keeps the time stamps that git compares. Returns whether the file was written. */
async function writeIfChanged(file: string, text: string): Promise<boolean> {
  if ((await readText(file)) === text) {
    return false;
  }
  await writeFile(file, text);
  return true;
}
