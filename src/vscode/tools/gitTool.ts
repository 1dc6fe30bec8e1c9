import * as vscode from 'vscode';
import { limitLines } from '../../core/tools/toolText.ts';
import { GitExtension, type RepositoryState } from '../context/git/gitExtension.ts';
import { ToolCallError, type ToolCall } from './toolCall.ts';

/** What VS Code's Git extension knows. Git itself is not run for this. */
export async function getGitState(call: ToolCall): Promise<string> {
  const repositories = await Promise.all(
    new GitExtension().states().map(async state => {
      const isShown = (await call.getVisibility(vscode.Uri.file(state.root))) === 'text';
      return isShown ? [state] : [];
    }),
  );
  const shown = repositories.flat();
  if (shown.length === 0) {
    throw new ToolCallError('VS Code knows no git repository in this workspace.');
  }
  return limitLines(shown.flatMap(state => describe(call, state)));
}

function describe(
  call: ToolCall,
  { root, branch, commit, upstream, changes }: RepositoryState,
): readonly string[] {
  const head = branch ?? (commit === undefined ? 'no commit yet' : 'a detached commit');
  const at = commit === undefined ? '' : ` at ${commit.slice(0, 10)}`;
  const follows = upstream
    ? `, ${upstream.ahead} ahead and ${upstream.behind} behind ${upstream.name}`
    : '';
  return [
    `${root}: on ${head}${at}${follows}`,
    ...(changes.length === 0 ? ['  No uncommitted changes.'] : changes.map(describeChange(call))),
  ];
}

const describeChange =
  (call: ToolCall) =>
  ({ group, path }: RepositoryState['changes'][number]): string =>
    `  ${group}: ${call.getLabel(path)}`;
