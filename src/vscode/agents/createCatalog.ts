import type * as vscode from 'vscode';
import { AgentCatalog } from '../../agent/catalog/agentCatalog.ts';
import type { LoginEnvironment } from '../../agent/process/loginEnvironment.ts';
import type { Watchdog } from '../../agent/process/watchdog.ts';
import type { AgentLaunch } from '../../core/catalog/agentLaunch.ts';
import { getWorkspaceRoots } from '../workspaceRoots.ts';
import { getSetting } from '../settings.ts';

/** The catalogue of this window. It looks at nothing before it is asked. */
export function createCatalog(
  context: vscode.ExtensionContext,
  login: LoginEnvironment,
  watchdog: Watchdog,
): AgentCatalog {
  return new AgentCatalog({
    storageFolder: context.globalStorageUri.fsPath,
    snapshotFile: context.asAbsolutePath('media/registry.json'),
    settings: () => getSetting('agents'),
    environment: async () => (await login.read()).variables,
    workspaceRoots: getWorkspaceRoots,
    demo: demoAgent(context.asAbsolutePath('dist/demoAgent.cjs')),
    watchdog,
  });
}

/** The agent that comes with the extension runs on VS Code's own Node. */
const demoAgent = (script: string): AgentLaunch => ({
  kind: 'command',
  name: 'Accord Demo',
  command: process.execPath,
  args: [script],
  env: { ELECTRON_RUN_AS_NODE: '1' },
});
