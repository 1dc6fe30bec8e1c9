import * as vscode from 'vscode';

/** VS Code's TypeScript extension reports problems only of files that have a tab. */
const LANGUAGES_WITH_TABS = new Set([
  'javascript',
  'javascriptreact',
  'typescript',
  'typescriptreact',
]);

/** A tab that was opened for tasks. */
interface TaskTab {
  /** From when the file has it. */
  readonly sinceMs: number;
  readonly opened: Thenable<unknown>;
  tasks: number;
  /** Settles when it is closed; `undefined` while a task needs it. */
  closed?: Promise<void>;
}

/** The tabs of files, since several tasks may need one. */
const taskTabs = new Map<string, TaskTab>();

/**
 * Runs a task while a file has a tab, if its language server needs one. The tab is in the background and is closed again after
 * the last task that needs it. The task gets the time from which the file has one; 0 if that was before.
 */
export async function withTab<T>(
  { uri, languageId }: vscode.TextDocument,
  task: (sinceMs: number) => Promise<T>,
): Promise<T> {
  const key = uri.toString();
  for (let tab = taskTabs.get(key); tab?.closed; tab = taskTabs.get(key)) {
    await tab.closed;
  }
  const shared = taskTabs.get(key);
  if (!LANGUAGES_WITH_TABS.has(languageId) || (!shared && findTab(uri))) {
    return task(0);
  }
  const tab = shared ?? openTab(uri);
  taskTabs.set(key, tab);
  tab.tasks += 1;
  try {
    await tab.opened;
    return await task(tab.sinceMs);
  } finally {
    tab.tasks -= 1;
    if (tab.tasks === 0) {
      tab.closed = closeTab(findTab(uri)).finally(() => taskTabs.delete(key));
      await tab.closed;
    }
  }
}

const openTab = (uri: vscode.Uri): TaskTab => ({
  sinceMs: Date.now(),
  opened: vscode.commands.executeCommand('vscode.open', uri, { background: true, preview: false }),
  tasks: 0,
});

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
