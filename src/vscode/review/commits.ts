import * as vscode from 'vscode';
import type { ReviewFiles } from '../../agent/review/reviewFiles.ts';
import type { ReviewLog } from '../../core/review/reviewLog.ts';

/** The part of VS Code's own git extension that is used here. */
interface GitRepository {
  readonly rootUri: vscode.Uri;
  readonly state: {
    readonly HEAD: { readonly commit?: string } | undefined;
    readonly onDidChange: vscode.Event<void>;
  };
  buffer(ref: string, path: string): Promise<Buffer>;
}

interface GitExports {
  getAPI(version: 1): {
    readonly repositories: readonly GitRepository[];
    readonly onDidOpenRepository: vscode.Event<GitRepository>;
  };
}

/** Committing a change is accepting it: hears of commits and tells the ledger. */
export class Commits implements vscode.Disposable {
  readonly #log: ReviewLog;
  readonly #files: ReviewFiles;
  /** While an agent works, a commit may be its own: that agrees to nothing. */
  readonly #isAgentAtWork: () => boolean;
  readonly #owned: vscode.Disposable[] = [];
  #listening: Promise<void> | undefined;

  constructor(log: ReviewLog, files: ReviewFiles, isAgentAtWork: () => boolean) {
    this.#log = log;
    this.#files = files;
    this.#isAgentAtWork = isAgentAtWork;
  }

  /** Begins to hear, once. Without the git extension there are no commits to hear of. */
  listen(): Promise<void> {
    this.#listening ??= this.#listen();
    return this.#listening;
  }

  dispose(): void {
    vscode.Disposable.from(...this.#owned).dispose();
  }

  async #listen(): Promise<void> {
    const git = vscode.extensions.getExtension<GitExports>('vscode.git');
    const api = (await git?.activate())?.getAPI(1);
    api?.repositories.forEach(repository => this.#follow(repository));
    if (api) {
      this.#owned.push(api.onDidOpenRepository(repository => this.#follow(repository)));
    }
  }

  #follow(repository: GitRepository): void {
    let last = repository.state.HEAD?.commit;
    this.#owned.push(
      repository.state.onDidChange(() => {
        const { commit } = repository.state.HEAD ?? {};
        if (commit !== last) {
          const isNew = last !== undefined;
          last = commit;
          void (isNew && !this.#isAgentAtWork() ? this.#committed(repository) : undefined);
        }
      }),
    );
  }

  async #committed(repository: GitRepository): Promise<void> {
    const root = `${repository.rootUri.fsPath}/`;
    for (const { current } of this.#log.pending) {
      const { path } = current;
      if (path.startsWith(root)) {
        const bytes = await repository.buffer('HEAD', path).catch(() => undefined);
        const head = bytes
          ? await this.#files.contentOf(path, bytes)
          : ({ kind: 'absent' } as const);
        this.#log.dispatch({ kind: 'committed', path, head });
      }
    }
  }
}
