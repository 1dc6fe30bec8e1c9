import * as vscode from 'vscode';
import type { ChatPreferences } from '../core/chat/chatViewState.ts';
import { EXTENSION_URI_AUTHORITY } from '../core/prompt/mention/uri.ts';
import { resolveSetting, type Settings } from './settingsSchema.ts';

type SettingName = keyof Settings;

/** The current value of a setting, for the given file if the setting has resource scope. */
export function getSetting<K extends SettingName>(name: K, file?: vscode.Uri): Settings[K] {
  const configuration = vscode.workspace.getConfiguration('accord', file);
  return resolveSetting(name, configuration.inspect<Settings[K]>(name) ?? {});
}

/** Writes a setting to the user's own settings. */
export async function updateSetting<K extends SettingName>(
  name: K,
  value: Settings[K],
): Promise<void> {
  await vscode.workspace
    .getConfiguration('accord')
    .update(name, value, vscode.ConfigurationTarget.Global);
}

/** Opens the settings editor at the settings of the extension. */
export async function openSettings(): Promise<void> {
  await vscode.commands.executeCommand(
    'workbench.action.openSettings',
    `@ext:${EXTENSION_URI_AUTHORITY}`,
  );
}

/** Opens the setting of the agents, which belongs to the machine that runs them. */
export async function openAgentSettings(): Promise<void> {
  const isRemote = vscode.env.remoteName !== undefined;
  await vscode.commands.executeCommand(
    isRemote ? 'workbench.action.openRemoteSettings' : 'workbench.action.openSettings',
    { query: '@id:accord.agents' },
  );
}

/** The settings that the chat view needs. */
export const getChatPreferences = (): ChatPreferences => ({
  enterSends: getSetting('chat.enterSends'),
  fontSizePx: getSetting('chat.fontSize'),
});

/** Calls the listener when one of the named settings has changed, or any setting of the extension if none is named. */
export function onDidChangeSettings(
  names: readonly SettingName[] | 'all',
  listener: () => void,
): vscode.Disposable {
  const sections = names === 'all' ? ['accord'] : names.map(name => `accord.${name}`);
  return vscode.workspace.onDidChangeConfiguration(change => {
    if (sections.some(section => change.affectsConfiguration(section))) {
      listener();
    }
  });
}
