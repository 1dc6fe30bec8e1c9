import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createGitFolder } from './createGitFolder.ts';
import { Git } from './git.ts';
import { GitObjectReader, type GitObject } from './gitObjectReader.ts';
import { IsolatedGit } from './isolatedGit.ts';
import { findGitFolders } from './repositoryRefs.ts';
import { treeEntryMode } from './treeEntryMode.ts';

/** A file in a commit. */
export interface CommittedFile {
  readonly commit: string;
  readonly bytes: Uint8Array;
}

/**
 * Reads files from the commits of a repository, all with one git process: thousands of processes would block the
 * thread. That process uses the repository's objects through a folder of ours and does not read its configuration.
 */
export class CommittedFiles {
  readonly #root: string;
  readonly #command: string;
  readonly #folder: string;
  readonly #idBytes: number;
  readonly #objects: GitObjectReader;
  #head: Promise<string> | undefined;

  private constructor(root: string, command: string, { folder, objects, format }: ObjectSource) {
    this.#root = root;
    this.#command = command;
    this.#folder = folder;
    this.#idBytes = format === 'sha256' ? 32 : 20;
    const git = new IsolatedGit(command, folder, [root]);
    this.#objects = new GitObjectReader(git, { GIT_DIR: folder, GIT_OBJECT_DIRECTORY: objects });
  }

  /** `root` is the top of the work tree, `command` the git program. */
  static async open(root: string, command: string): Promise<CommittedFiles> {
    const { common } = await findGitFolders(root);
    const folder = await mkdtemp(path.join(tmpdir(), 'accord-commits-'));
    const format = await objectFormat(new IsolatedGit(command, folder, [root]), common);
    await createGitFolder(folder, configText(format));
    const objects = path.join(common, 'objects');
    return new CommittedFiles(root, command, { folder, objects, format });
  }

  /** The bytes of a file in a commit, which is a hash or `HEAD`; `undefined` if the commit does not have it. */
  async read(commit: string, file: string): Promise<Uint8Array | undefined> {
    const found = await this.#find(commit, file);
    return found?.type === 'blob' ? found.bytes : undefined;
  }

  /** A file in the first of these commits that has it. */
  async readFirst(commits: readonly string[], file: string): Promise<CommittedFile | undefined> {
    for (const commit of commits) {
      const bytes = await this.read(commit, file);
      if (bytes) {
        return { commit, bytes };
      }
    }
    return undefined;
  }

  /** The mode of a file in a commit. */
  async modeOf(commit: string, file: string): Promise<number | undefined> {
    const folder = await this.#find(commit, path.dirname(file));
    return folder?.type === 'tree'
      ? treeEntryMode(Buffer.from(folder.bytes), path.basename(file), this.#idBytes)
      : undefined;
  }

  async close(): Promise<void> {
    this.#objects.close();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #find(commit: string, file: string): Promise<GitObject | undefined> {
    const id = commit === 'HEAD' ? await (this.#head ??= this.#findHead()) : commit;
    const name = path.relative(this.#root, file).split(path.sep).join('/');
    return name.includes('\n') ? undefined : this.#objects.read(`${id}:${name}`);
  }

  /** The folder of ours has no refs, so that `HEAD` stays unknown in a repository without commits. */
  async #findHead(): Promise<string> {
    const args = ['rev-parse', '--verify', '--quiet', 'HEAD'];
    const git = new Git(this.#command, [this.#root]);
    const { text } = await git.run({ folder: this.#root, args, allowedExitCodes: [1, 128] });
    return text.trim() || 'HEAD';
  }
}

interface ObjectSource {
  /** Our own git folder. */
  readonly folder: string;
  /** The objects of the repository, and their hash function. */
  readonly objects: string;
  readonly format: 'sha1' | 'sha256';
}

/** The hash function of a repository. Of its configuration, nothing else is read. */
async function objectFormat(git: IsolatedGit, common: string): Promise<ObjectSource['format']> {
  const file = path.join(common, 'config');
  const args = ['config', '--file', file, '--no-includes', '--get', 'extensions.objectFormat'];
  const found = await git.run({ args }).catch(() => Buffer.of()); // Usually there is none.
  return found.toString().trim() === 'sha256' ? 'sha256' : 'sha1';
}

const configText = (format: string): string =>
  format === 'sha1'
    ? '[core]\n\trepositoryformatversion = 0\n\tbare = true\n'
    : `[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectformat = ${format}\n`;
