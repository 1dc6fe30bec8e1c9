import * as vscode from 'vscode';
import type { UnavailableReason } from '../core/chat/chatViewState.ts';

/** The reason why no agent can be started in this workspace. */
export function getUnavailableReason(): UnavailableReason | undefined {
  if (!vscode.workspace.isTrusted) {
    return { kind: 'untrusted' };
  }
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    return { kind: 'noFolder' };
  }
  return folders.some(({ uri }) => uri.scheme === 'file') ? undefined : { kind: 'virtual' };
}

/** The paths of the workspace folders that are on a disk, where agents can work. */
export function getWorkspaceRoots(): readonly string[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => uri.fsPath);
}
