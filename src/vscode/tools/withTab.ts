import * as vscode from 'vscode';

/** VS Code's TypeScript extension reports problems only of files that have a tab. */
const LANGUAGES_WITH_TABS = new Set([
  'javascript',
  'javascriptreact',
  'typescript',
  'typescriptreact',
]);

/**
 * Runs a task while a file has a tab, if its language server needs one. The tab is in the background and is closed again. The
 * task gets the time from which the file has one; 0 if that was before.
 */
export async function withTab<T>(
  { uri, languageId }: vscode.TextDocument,
  task: (sinceMs: number) => Promise<T>,
): Promise<T> {
  if (!LANGUAGES_WITH_TABS.has(languageId) || findTab(uri)) {
    return task(0);
  }
  const sinceMs = Date.now();
  await vscode.commands.executeCommand('vscode.open', uri, { background: true, preview: false });
  try {
    return await task(sinceMs);
  } finally {
    await closeTab(findTab(uri));
  }
}

/** A tab that the user has turned to meanwhile stays. */
async function closeTab(tab: vscode.Tab | undefined): Promise<void> {
  const isUsed = tab && (tab.isDirty || (tab.isActive && tab.group.tabs.length > 1));
  if (tab && !isUsed) {
    await vscode.window.tabGroups.close(tab, true);
  }
}

const findTab = (uri: vscode.Uri): vscode.Tab | undefined =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .find(
      ({ input }) =>
        input instanceof vscode.TabInputText && input.uri.toString() === uri.toString(),
    );
