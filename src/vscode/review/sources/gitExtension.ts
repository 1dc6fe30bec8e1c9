import type * as vscode from 'vscode';

/** The part of the git extension's `Repository` that is used here. */
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

/** The part of the git extension's exports that is used here. */
export interface GitExtensionExports {
  getAPI(version: 1): {
    readonly git: { readonly path: string };
    readonly repositories: readonly GitRepository[];
    readonly onDidOpenRepository: vscode.Event<GitRepository>;
  };
}
