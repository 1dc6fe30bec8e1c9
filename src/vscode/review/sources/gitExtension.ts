import type * as vscode from 'vscode';

/** The part of a repository of VS Code's own git extension that is used here. */
export interface GitRepository {
  readonly rootUri: vscode.Uri;
  readonly state: {
    readonly HEAD: { readonly commit?: string } | undefined;
    readonly onDidChange: vscode.Event<void>;
  };
  /** The user committed, or switched, with VS Code's own commands. Not every version tells. */
  readonly onDidCommit?: vscode.Event<void>;
  readonly onDidCheckout?: vscode.Event<void>;
}

/** What that extension gives to others. */
export interface GitExtensionExports {
  getAPI(version: 1): {
    readonly git: { readonly path: string };
    readonly repositories: readonly GitRepository[];
    readonly onDidOpenRepository: vscode.Event<GitRepository>;
  };
}
