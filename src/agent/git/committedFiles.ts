import path from 'node:path';
import type { Disposable } from '../../core/disposableStore.ts';
import { IsolatedGit } from './isolatedGit.ts';
import { GitObjectReader } from './gitObjectReader.ts';
import { findGitFolders } from './repositoryRefs.ts';

/** Files as the commits of a repository have them, all read by one git: a thousand programs would keep the thread busy. */
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

  /** The bytes of a file in a commit; nothing if it is not in there. */
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
