import * as vscode from 'vscode';
import type { DisposableStore } from '../core/disposableStore.ts';

/** Resolves when the workspace is trusted: in Restricted Mode nothing of it is read, and nothing is shown. */
export function whenWorkspaceTrusted(store: DisposableStore): Promise<void> {
  return vscode.workspace.isTrusted
    ? Promise.resolve()
    : new Promise(resolve => {
        store.add(vscode.workspace.onDidGrantWorkspaceTrust(() => resolve()));
      });
}
