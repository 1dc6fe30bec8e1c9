import { SPAWN_MARKER } from './table/processTable.ts';
import type { ProcessEnvironment } from './resolveCommand.ts';

export interface AgentEnvironmentOptions {
  /** The user's environment, from `LoginEnvironment`. */
  readonly base: ProcessEnvironment;
  /** Variables that the agent's launch configuration adds or replaces. */
  readonly extra?: ProcessEnvironment;
  /** The value that identifies the agent's descendants. */
  readonly marker?: string;
  /** In a remote window a browser would open on the wrong machine. */
  readonly noBrowser?: boolean;
  readonly platform?: NodeJS.Platform;
}

/** The environment of an agent: the user's, then the launch configuration's, then ours. */
export function agentEnvironment(options: AgentEnvironmentOptions): ProcessEnvironment {
  const platform = options.platform ?? process.platform;
  const own: ProcessEnvironment = {
    ...(platform === 'win32' && { NoDefaultCurrentDirectoryInExePath: '1' }),
    ...(options.noBrowser && { NO_BROWSER: '1' }),
    ...(options.marker && { [SPAWN_MARKER]: options.marker }),
  };
  return overlay(overlay(options.base, options.extra ?? {}, platform), own, platform);
}

/** Removes the variables that VS Code, its Electron and its server, and the shell set for themselves. */
export function removeEditorVariables(
  environment: Readonly<NodeJS.ProcessEnv>,
): ProcessEnvironment {
  const kept = Object.entries(environment).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !isEditorVariable(entry[0], entry[1]),
  );
  return Object.fromEntries(kept.concat(beforeSnap(environment)));
}

const EDITOR_VARIABLES = new Set([
  'CHROME_DESKTOP',
  'NODE_CHANNEL_FD',
  'NODE_CHANNEL_SERIALIZATION_MODE',
  'NODE_OPTIONS',
  'NODE_UNIQUE_ID',
  'OLDPWD',
  'ORIGINAL_XDG_CURRENT_DESKTOP',
  'PWD',
  'SHLVL',
  '_',
  SPAWN_MARKER,
]);
const EDITOR_PREFIX = /^(?:VSCODE_|ELECTRON_|APPLICATION_?INSIGHTS_|CODE_SERVER_)/i;
const BEFORE_SNAP = '_VSCODE_SNAP_ORIG';

/** A terminal of VS Code asks for passwords with a script of its own, which fails without the rest of its variables. */
const EDITOR_ASKPASS = /^(?:GIT|SSH)_ASKPASS=.*[\\/]extensions[\\/]git[\\/]/;

function isEditorVariable(name: string, value: string): boolean {
  return (
    name.endsWith(BEFORE_SNAP) ||
    EDITOR_VARIABLES.has(name.toUpperCase()) ||
    EDITOR_PREFIX.test(name) ||
    EDITOR_ASKPASS.test(`${name}=${value}`)
  );
}

/** The snap package of VS Code redirects some variables and stores their original values. */
function beforeSnap(environment: Readonly<NodeJS.ProcessEnv>): [string, string][] {
  return Object.entries(environment).flatMap(([name, value]) =>
    name.endsWith(BEFORE_SNAP) && value
      ? [[name.slice(0, -BEFORE_SNAP.length), value] as [string, string]]
      : [],
  );
}

/** On Windows `Path` and `PATH` are the same variable: the later spelling replaces the earlier one. */
function overlay(
  base: ProcessEnvironment,
  extra: ProcessEnvironment,
  platform: NodeJS.Platform,
): ProcessEnvironment {
  if (platform !== 'win32') {
    return { ...base, ...extra };
  }
  const names = new Set(Object.keys(extra).map(name => name.toUpperCase()));
  const rest = Object.entries(base).filter(([name]) => !names.has(name.toUpperCase()));
  return { ...Object.fromEntries(rest), ...extra };
}
