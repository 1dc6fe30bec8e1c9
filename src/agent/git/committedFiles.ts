import path from 'node:path';
import type { Disposable } from '../../core/disposableStore.ts';
import { IsolatedGit } from './isolatedGit.ts';
import { GitObjectReader } from './gitObjectReader.ts';
import { findGitFolders } from './repositoryRefs.ts';

/**
 * Reads files from the commits of a repository, all with one git process: thousands of processes would block the
 * thread.
 */
export class CommittedFiles implements Disposable {
  readonly #root: string;
  readonly #blobs: GitObjectReader;

  private constructor(root: string, blobs: GitObjectReader) {
    this.#root = root;
    this.#blobs = blobs;
  }

  /** `root` is the top of the work tree, `command` the git program. */
  static async open(root: string, command: string): Promise<CommittedFiles> {
    const { own } = await findGitFolders(root);
    const git = new IsolatedGit(command, own);
    return new CommittedFiles(root, new GitObjectReader(git, { GIT_DIR: own }));
  }

  /** The bytes of a file in a commit; `undefined` if the commit does not have it. */
  async read(commit: string, file: string): Promise<Uint8Array | undefined> {
    const name = path.relative(this.#root, file).split(path.sep).join('/');
    const found = name.includes('\n') ? undefined : await this.#blobs.read(`${commit}:${name}`);
    return found?.type === 'blob' ? found.bytes : undefined;
  }

  /** The bytes of a file in the first of these commits that has it. */
  async readFirst(commits: readonly string[], file: string): Promise<Uint8Array | undefined> {
    for (const commit of commits) {
      const bytes = await this.read(commit, file);
      if (bytes) {
        return bytes;
      }
    }
    return undefined;
  }

  dispose(): void {
    this.#blobs.close();
  }
}
