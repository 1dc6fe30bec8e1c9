import * as vscode from 'vscode';
import { asList, asRecord, asString } from '../../../core/json.ts';
import { t } from '../../../core/l10n.ts';
import { toMacKeys } from '../../../core/text/toMacKeys.ts';

const EXTENSION_ID = 'accord-acp.accord';

/**
 * A tooltip with the keys of a command: "Keep this change (Ctrl+Y)". They are the default ones on the platform of the extension,
 * because VS Code tells neither what the user has bound nor the platform of a remote window.
 */
export function withDefaultKeys(tooltip: string, command: string): string {
  const keys = getDefaultKeys().get(command);
  return keys === undefined ? tooltip : vscode.l10n.t('{0} ({1})', tooltip, keys);
}

let defaultKeys: ReadonlyMap<string, string> | undefined;

/** The first key binding of each command in the manifest. */
function getDefaultKeys(): ReadonlyMap<string, string> {
  defaultKeys ??= new Map(readKeyBindings().toReversed());
  return defaultKeys;
}

function readKeyBindings(): readonly (readonly [string, string])[] {
  const manifest = asRecord(vscode.extensions.getExtension(EXTENSION_ID)?.packageJSON);
  const bindings = asList(asRecord(manifest?.['contributes'])?.['keybindings'], asRecord) ?? [];
  return bindings.flatMap(binding => {
    const command = asString(binding['command']);
    const key = asString(binding['key']);
    return command === undefined || key === undefined ? [] : [[command, toLabel(key)] as const];
  });
}

/** The chat names the same keys, so that they are translated. */
function toLabel(key: string): string {
  const english = key.replaceAll(/\b[a-z]/g, letter => letter.toUpperCase());
  const label = t(english);
  return process.platform === 'darwin' ? toMacKeys(label) : label;
}
