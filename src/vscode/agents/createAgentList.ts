import type * as vscode from 'vscode';
import { AgentCatalog } from '../../agent/catalog/agentCatalog.ts';
import type { LoginEnvironment } from '../../agent/process/loginEnvironment.ts';
import type { Watchdog } from '../../agent/process/watchdog.ts';
import type { AgentLaunch } from '../../core/catalog/agentLaunch.ts';
import type { ErrorReporter } from '../errorReporter.ts';
import { getSetting } from '../settings.ts';
import { getWorkspaceRoots } from '../workspaceRoots.ts';
import { AgentList } from './agentList.ts';

/** The agents of this window. Nothing is searched for or installed before the list is asked. */
export function createAgentList(
  context: vscode.ExtensionContext,
  login: LoginEnvironment,
  watchdog: Watchdog,
  reporter: ErrorReporter,
): AgentList {
  const catalog = new AgentCatalog({
    storageFolder: context.globalStorageUri.fsPath,
    snapshotFile: context.asAbsolutePath('media/registry.json'),
    settings: () => getSetting('agents'),
    environment: async () => (await login.read()).variables,
    workspaceRoots: getWorkspaceRoots,
    demo: createDemoLaunch(context.asAbsolutePath('dist/demoAgent.cjs')),
    watchdog,
  });
  return new AgentList(catalog, context.globalState, reporter);
}

/** The demo agent runs on VS Code's own Node. */
const createDemoLaunch = (script: string): AgentLaunch => ({
  kind: 'command',
  name: 'Accord Demo',
  command: process.execPath,
  args: [script],
  env: { ELECTRON_RUN_AS_NODE: '1' },
});
