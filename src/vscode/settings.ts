import * as vscode from 'vscode';
import { USER_SCOPED_SETTINGS, type Settings } from './settingNames.ts';

/** The value at this moment, for a file if it may differ from file to file. */
export function getSetting<K extends keyof Settings>(
  name: K,
  file?: vscode.Uri,
): Settings[K] | undefined {
  const configuration = vscode.workspace.getConfiguration('accord', file);
  if (!USER_SCOPED_SETTINGS.has(name)) {
    return configuration.get<Settings[K]>(name);
  }
  const found = configuration.inspect<Settings[K]>(name);
  return found?.globalValue ?? found?.defaultValue;
}

/** Tells of changes to any of the named settings. */
export function onDidChangeSettings(
  names: readonly (keyof Settings)[],
  hear: () => void,
): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration(change => {
    if (names.some(name => change.affectsConfiguration(`accord.${name}`))) {
      hear();
    }
  });
}
