import { stat } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { getPathForAgent } from '../files/getPathForAgent.ts';
import type { PathEvaluation } from '../../agent/files/pathGuard.ts';
import type { SessionAccess } from '../../agent/requests/workspaceRequests.ts';

/** A call that fails for a reason the model can do something about. */
export class ToolCallError extends Error {}

/** What a model sees of a file that it did not name. */
export type FileVisibility = 'text' | 'name' | 'hidden';

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
  async admitPath(named: string): Promise<vscode.Uri> {
    const { guard, gate } = this.access;
    const verdict = await guard.evaluate(await this.#toAbsolute(named), 'read');
    if (verdict.kind !== 'allowed') {
      throw new ToolCallError(`${named}: ${REFUSALS[verdict.kind]}`);
    }
    const { requested, real, shown } = verdict.location;
    await gate.admitFile({ operation: 'read', requested, real, isInside: true }, this.signal);
    return vscode.Uri.file(shown);
  }

  /**
   * Whether the text of a file that a language server found may be shown. `outside` files are only named. What a rule denies, or asks
   * about, is hidden, because the agent did not name the file.
   */
  async getVisibility(uri: vscode.Uri): Promise<FileVisibility> {
    return (await this.getVisibilities([uri])).get(uri.toString()) ?? 'hidden';
  }

  /** The same for many files, by their URIs. */
  async getVisibilities(uris: readonly vscode.Uri[]): Promise<ReadonlyMap<string, FileVisibility>> {
    const files = uris.filter(({ scheme }) => scheme === 'file');
    const verdicts = await this.access.guard.evaluateAll(
      files.map(({ fsPath }) => fsPath),
      'read',
    );
    const visible = await Promise.all(verdicts.map(verdict => this.#toVisibility(verdict)));
    return new Map([
      ...uris.map(uri => [uri.toString(), 'name'] as const),
      ...files.map((uri, index) => [uri.toString(), visible[index] ?? 'hidden'] as const),
    ]);
  }

  async #toVisibility(verdict: PathEvaluation): Promise<FileVisibility> {
    if (verdict.kind !== 'allowed') {
      return verdict.kind === 'outside' ? 'name' : 'hidden';
    }
    const { requested, real } = verdict.location;
    return (await this.access.gate.mayReadUnasked([requested, real])) ? 'text' : 'hidden';
  }

  /** A file as the model can name it. What VS Code shows in a workspace with several folders is relative to none of them. */
  getLabel(file: vscode.Uri | string): string {
    if (typeof file !== 'string' && file.scheme !== 'file') {
      return file.toString(true);
    }
    return getPathForAgent(this.access, typeof file === 'string' ? file : file.fsPath);
  }

  /** A path that VS Code shows the user may begin with the name of a folder of the workspace. */
  async #toAbsolute(named: string): Promise<string> {
    const [root = ''] = this.access.roots;
    if (path.isAbsolute(named)) {
      return named;
    }
    const inFirst = path.join(root, named);
    const [name = '', ...rest] = named.split(/[/\\]/);
    const folder = vscode.workspace.workspaceFolders?.find(one => one.name === name);
    const isInFolder = folder && rest.length > 0 && !(await exists(inFirst));
    return isInFolder ? path.join(folder.uri.fsPath, ...rest) : inFirst;
  }
}

const REFUSALS = {
  outside: 'Only files in the workspace can be used.',
  protected: 'This file is protected.',
  secret: 'This file may contain secrets.',
  refused: 'This is not a path of a file in the workspace.',
} as const;

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );
