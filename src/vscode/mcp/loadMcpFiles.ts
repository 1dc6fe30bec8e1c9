import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { findUserMcpFile, readMcpFile } from '../../agent/mcp/mcpFiles.ts';
import { getErrorMessage } from '../../core/errors.ts';
import { toLocalized } from '../../core/l10n.ts';
import { parseMcpFile, type McpFile } from '../../core/mcp/mcpFile.ts';
import type { McpServerSource } from '../../core/mcp/mcpServerCandidate.ts';
import { getSetting } from '../settings.ts';
import { getWorkspaceRoots } from '../workspaceRoots.ts';

/** An `mcp.json` that exists. It has a `problem` if it cannot be used. */
export interface LoadedMcpFile {
  readonly path: string;
  readonly source: McpServerSource;
  readonly text: string;
  readonly file: McpFile;
  readonly problem?: string;
  /** What the variables in it stand for, without inputs. */
  readonly variables: Readonly<Record<string, string>>;
}

const NOTHING: McpFile = { servers: [], inputs: [] };

/** Reads the files that the setting names: that of the user, and those of the folders of a trusted workspace. */
export async function loadMcpFiles(
  userFolder: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly LoadedMcpFile[]> {
  const setting = getSetting('useMcpJson');
  const roots = getWorkspaceRoots();
  const load = (file: string, source: McpServerSource, root: string | undefined) =>
    loadMcpFile(file, source, getVariables(root, environment));
  const ofUser =
    setting === 'off'
      ? []
      : [load(await findUserMcpFile(userFolder, getWorkspaceUri()), 'userFile', roots[0])];
  const ofWorkspace =
    setting === 'userAndWorkspace' && vscode.workspace.isTrusted
      ? roots.map(root => load(path.join(root, '.vscode', 'mcp.json'), 'workspaceFile', root))
      : [];
  const loaded = await Promise.all([...ofUser, ...ofWorkspace]);
  return loaded.filter(file => file !== undefined);
}

async function loadMcpFile(
  file: string,
  source: McpServerSource,
  variables: LoadedMcpFile['variables'],
): Promise<LoadedMcpFile | undefined> {
  const about = { path: file, source, variables, text: '', file: NOTHING };
  try {
    const text = await readMcpFile(file);
    if (text === undefined) {
      return undefined;
    }
    const parsed = parseMcpFile(text);
    return 'message' in parsed
      ? { ...about, text, problem: toLocalized(parsed) }
      : { ...about, text, file: parsed };
  } catch (error) {
    return { ...about, problem: getErrorMessage(error) };
  }
}

/** The workspace as VS Code stores it. */
const getWorkspaceUri = (): string | undefined =>
  (vscode.workspace.workspaceFile ?? vscode.workspace.workspaceFolders?.[0]?.uri)?.toString();

/** The variables that VS Code replaces in `mcp.json` and that mean the same for agents. */
const getVariables = (
  root: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): LoadedMcpFile['variables'] => ({
  ...Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined ? [] : [[`env:${name}`, value]],
    ),
  ),
  userHome: homedir(),
  pathSeparator: path.sep,
  '/': path.sep,
  ...(root === undefined
    ? {}
    : { workspaceFolder: root, workspaceFolderBasename: path.basename(root) }),
});
