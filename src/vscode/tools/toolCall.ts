import { posix, win32 } from 'node:path';
import * as vscode from 'vscode';
import type { SessionAccess } from '../../agent/requests/workspaceRequests.ts';

/** A call that fails for a reason the model can do something about. */
export class ToolCallError extends Error {}

/** One call of a tool, on behalf of a session. */
export class ToolCall {
  readonly sessionId: string;
  readonly access: SessionAccess;
  readonly signal: AbortSignal;

  constructor(sessionId: string, access: SessionAccess, signal: AbortSignal) {
    this.sessionId = sessionId;
    this.access = access;
    this.signal = signal;
  }

  /** Throws if the user has stopped the turn or a rule denies reading the workspace. */
  async admit(): Promise<void> {
    const [root = ''] = this.access.roots;
    const access = { operation: 'read', requested: root, real: root, isInside: true } as const;
    await this.access.gate.admitFile(access, this.signal);
  }

  /** The file of a path argument, if it is in the workspace, holds no secrets, and no rule denies reading it. */
  async admitPath(path: string): Promise<vscode.Uri> {
    const { guard, gate } = this.access;
    const verdict = await guard.evaluate(this.toAbsolute(path), 'read');
    if (verdict.kind !== 'allowed') {
      throw new ToolCallError(`${path}: ${REFUSALS[verdict.kind]}`);
    }
    const { requested, real, shown } = verdict.location;
    const access = { operation: 'read', requested, real, isInside: true } as const;
    await gate.admitFile(access, this.signal);
    return vscode.Uri.file(shown);
  }

  /**
   * Whether the text of a file that a language server found may be shown. `outside` files are only named. What a rule denies, or asks
   * about, is hidden, because the agent did not name the file.
   */
  async getVisibility(uri: vscode.Uri): Promise<'text' | 'name' | 'hidden'> {
    if (uri.scheme !== 'file') {
      return 'name';
    }
    const { guard, gate } = this.access;
    const verdict = await guard.evaluate(uri.fsPath, 'read');
    if (verdict.kind !== 'allowed') {
      return verdict.kind === 'outside' ? 'name' : 'hidden';
    }
    const { requested, real } = verdict.location;
    return (await gate.mayReadUnasked([requested, real])) ? 'text' : 'hidden';
  }

  toAbsolute(path: string): string {
    const paths = process.platform === 'win32' ? win32 : posix;
    const [root = ''] = this.access.roots;
    return paths.isAbsolute(path) ? path : paths.join(root, path);
  }
}

const REFUSALS = {
  outside: 'Only files in the workspace can be used.',
  protected: 'This file is protected.',
  secret: 'This file may contain secrets.',
  refused: 'This is not a path of a file in the workspace.',
} as const;

/** A path as models read it best: relative if it is in the workspace. */
export const pathLabel = (uri: vscode.Uri): string =>
  uri.scheme === 'file' ? vscode.workspace.asRelativePath(uri) : uri.toString(true);
