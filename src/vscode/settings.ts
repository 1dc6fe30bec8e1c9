import * as vscode from 'vscode';

/** The settings and the types of their values. `package.json` lists the same ones. */
export interface Settings {
  readonly agents: unknown;
  readonly defaultAgent: string;
  readonly 'chat.enterSends': boolean;
}

/** Names a program or grants something: taken from the user's own settings only, never from a workspace's. */
const USERS_ONLY: ReadonlySet<keyof Settings> = new Set(['agents', 'defaultAgent']);

/** The value at this moment. */
export function setting<K extends keyof Settings>(name: K): Settings[K] | undefined {
  const configuration = vscode.workspace.getConfiguration('accord');
  if (!USERS_ONLY.has(name)) {
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
