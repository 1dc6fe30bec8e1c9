import * as vscode from 'vscode';
import { asList, asRecord, asString } from '../../../core/json.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The Git extension that comes with VS Code, if it is active. It is only asked what it knows: its own git calls run the
 * programs that a repository names.
 */
export class GitExtension {
  /** The path of the git executable. */
  get command(): string | undefined {
    return asString(asRecord(api()?.['git'])?.['path']);
  }

  /** The roots of the open repositories. */
  roots(): readonly string[] {
    return asList(api()?.['repositories'], rootOf) ?? [];
  }
}

function api(): Fields | undefined {
  const extension = vscode.extensions.getExtension('vscode.git');
  const exported = asRecord(extension?.isActive ? extension.exports : undefined);
  try {
    return exported && asRecord(callGetApi(exported));
  } catch {
    return undefined; // The extension is installed but disabled by `git.enabled`.
  }
}

const rootOf = (repository: unknown): string | undefined =>
  asString(asRecord(asRecord(repository)?.['rootUri'])?.['fsPath']);

function callGetApi(exported: Fields): unknown {
  const method = exported['getAPI'];
  return typeof method === 'function' ? method.call(exported, 1) : undefined;
}
