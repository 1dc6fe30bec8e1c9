import { realpath } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { limitLines } from '../../core/tools/toolText.ts';
import { GitExtension, type RepositoryState } from '../context/git/gitExtension.ts';
import { ToolCallError, type ToolCall } from './toolCall.ts';

/** What VS Code's Git extension knows. Git itself is not run for this. */
export async function getGitState(call: ToolCall): Promise<string> {
  const repositories = await Promise.all(
    new GitExtension()
      .states()
      .map(async state => ((await isOfSession(call, state.root)) ? [state] : [])),
  );
  const shown = repositories.flat();
  if (shown.length === 0) {
    throw new ToolCallError('VS Code knows no git repository in this workspace.');
  }
  const described = await Promise.all(shown.map(state => describe(call, state)));
  return limitLines(described.flat());
}

/** Whether a repository is in a folder of the session, or contains one. */
async function isOfSession(call: ToolCall, root: string): Promise<boolean> {
  if ((await call.getVisibility(vscode.Uri.file(root))) === 'text') {
    return true;
  }
  const [repository, ...folders] = await Promise.all(
    [root, ...call.access.roots].map(resolveLinks),
  );
  return folders.some(folder => contains(repository ?? root, folder));
}

/** Git names a repository by its real path. */
const resolveLinks = (folder: string): Promise<string> => realpath(folder).catch(() => folder);

function contains(folder: string, inner: string): boolean {
  const relative = path.relative(folder, inner);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

async function describe(
  call: ToolCall,
  { root, branch, commit, upstream, changes }: RepositoryState,
): Promise<readonly string[]> {
  const head = branch ?? (commit === undefined ? 'no commit yet' : 'a detached commit');
  const at = commit === undefined ? '' : ` at ${commit.slice(0, 10)}`;
  const follows = upstream
    ? `, ${upstream.ahead} ahead and ${upstream.behind} behind ${upstream.name}`
    : '';
  const shown = await selectVisible(call, changes);
  const none =
    changes.length === 0
      ? '  No uncommitted changes.'
      : '  No uncommitted changes in files that you may read.';
  return [
    `${root}: on ${head}${at}${follows}`,
    ...(shown.length === 0
      ? [none]
      : shown.map(({ group, path: file }) => `  ${group}: ${call.getLabel(file)}`)),
  ];
}

async function selectVisible(
  call: ToolCall,
  changes: RepositoryState['changes'],
): Promise<RepositoryState['changes']> {
  const uris = changes.map(change => vscode.Uri.file(change.path));
  const visibilities = await call.getVisibilities(uris);
  const isHidden = (uri: vscode.Uri | undefined): boolean =>
    uri === undefined || visibilities.get(uri.toString()) === 'hidden';
  return changes.filter((_, index) => !isHidden(uris[index]));
}
