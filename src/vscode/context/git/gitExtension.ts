import * as vscode from 'vscode';
import { asList, asNumber, asRecord, asString } from '../../../core/json.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A repository as the Git extension shows it. */
export interface RepositoryState {
  readonly root: string;
  readonly branch: string | undefined;
  readonly commit: string | undefined;
  /** The branch that it follows, and by how many commits they differ. */
  readonly upstream:
    | { readonly name: string; readonly ahead: number; readonly behind: number }
    | undefined;
  readonly changes: readonly { readonly group: string; readonly path: string }[];
}

/** The part of the Git extension's `Repository` that is used here. */
export interface GitRepository {
  readonly rootUri: vscode.Uri;
  readonly state: {
    readonly HEAD: { readonly commit?: string } | undefined;
    readonly onDidChange: vscode.Event<void>;
  };
  /** The user ran VS Code's own command to commit or to check out. Missing in some versions. */
  readonly onDidCommit?: vscode.Event<void>;
  readonly onDidCheckout?: vscode.Event<void>;
}

/** The part of the Git extension's API that is used here. */
export interface GitApi {
  readonly git: { readonly path: string };
  readonly repositories: readonly GitRepository[];
  readonly onDidOpenRepository: vscode.Event<GitRepository>;
}

/** The lists of changes in the Git extension's API, and what we call them. */
const CHANGE_GROUPS = {
  mergeChanges: 'conflict',
  indexChanges: 'staged',
  workingTreeChanges: 'changed',
  untrackedChanges: 'untracked',
} as const;

/**
 * The Git extension that comes with VS Code, It is only asked what it knows: its own git calls run the programs that a
 * repository names.
 */
export class GitExtension {
  readonly #getExtension: () => vscode.Extension<GitExports> | undefined;

  constructor(getExtension = () => vscode.extensions.getExtension<GitExports>('vscode.git')) {
    this.#getExtension = getExtension;
  }

  /** The path of the git executable. */
  get command(): string | undefined {
    return asString(asRecord(this.#getFields()?.['git'])?.['path']);
  }

  /** The roots of the open repositories. */
  roots(): readonly string[] {
    return asList(this.#getFields()?.['repositories'], rootOf) ?? [];
  }

  /** The branches and changes of the open repositories. */
  states(): readonly RepositoryState[] {
    return asList(this.#getFields()?.['repositories'], toState) ?? [];
  }

  /** Activates the extension. Its API is missing without the extension, without git, and if `git.enabled` is off. */
  async activate(): Promise<GitApi | undefined> {
    try {
      return (await this.#getExtension()?.activate())?.getAPI(1);
    } catch {
      return undefined;
    }
  }

  #getFields(): Fields | undefined {
    const extension = this.#getExtension();
    const exported = asRecord(extension?.isActive ? extension.exports : undefined);
    try {
      return exported && asRecord(callGetApi(exported));
    } catch {
      return undefined;
    }
  }
}

export interface GitExports {
  getAPI(version: 1): GitApi;
}

const rootOf = (repository: unknown): string | undefined =>
  asString(asRecord(asRecord(repository)?.['rootUri'])?.['fsPath']);

function toState(repository: unknown): RepositoryState | undefined {
  const root = rootOf(repository);
  const state = asRecord(asRecord(repository)?.['state']);
  const head = asRecord(state?.['HEAD']);
  const changes = Object.entries(CHANGE_GROUPS).flatMap(([field, group]) =>
    (asList(state?.[field], pathOf) ?? []).map(path => ({ group, path })),
  );
  return root === undefined
    ? undefined
    : {
        root,
        branch: asString(head?.['name']),
        commit: asString(head?.['commit']),
        upstream: upstreamOf(head ?? {}),
        changes,
      };
}

function upstreamOf(head: Fields): RepositoryState['upstream'] {
  const upstream = asRecord(head['upstream']);
  const [remote, name] = [asString(upstream?.['remote']), asString(upstream?.['name'])];
  return remote === undefined || name === undefined
    ? undefined
    : {
        name: `${remote}/${name}`,
        ahead: asNumber(head['ahead']) ?? 0,
        behind: asNumber(head['behind']) ?? 0,
      };
}

const pathOf = (change: unknown): string | undefined =>
  asString(asRecord(asRecord(change)?.['uri'])?.['fsPath']);

function callGetApi(exported: Fields): unknown {
  const method = exported['getAPI'];
  return typeof method === 'function' ? method.call(exported, 1) : undefined;
}
