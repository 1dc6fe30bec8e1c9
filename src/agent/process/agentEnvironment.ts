import { SPAWN_MARKER } from './table/processTable.ts';
import type { ProcessEnvironment } from './resolveCommand.ts';

/** What the environment of one agent is made of. */
export interface AgentEnvironmentOptions {
  /** The user's own environment, as `LoginEnvironment` gives it. */
  readonly base: ProcessEnvironment;
  /** What the agent's recipe adds or replaces. */
  readonly extra?: ProcessEnvironment;
  /** The value by which the agent's descendants are recognised. */
  readonly marker?: string;
  /** In a remote window a browser would open on the wrong machine. */
  readonly noBrowser?: boolean;
  readonly platform?: NodeJS.Platform;
}

/** The environment an agent starts with: the user's, then the recipe's, then ours. */
export function agentEnvironment(parts: AgentEnvironmentOptions): ProcessEnvironment {
  const platform = parts.platform ?? process.platform;
  const own: ProcessEnvironment = {
    ...(platform === 'win32' && { NoDefaultCurrentDirectoryInExePath: '1' }),
    ...(parts.noBrowser && { NO_BROWSER: '1' }),
    ...(parts.marker && { [SPAWN_MARKER]: parts.marker }),
  };
  return overlay(overlay(parts.base, parts.extra ?? {}, platform), own, platform);
}

/** Leaves out what VS Code, its Electron and its server set for themselves, and the shell for itself. */
export function removeEditorVariables(
  environment: Readonly<NodeJS.ProcessEnv>,
): ProcessEnvironment {
  const kept = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !isEditors(entry[0], entry[1]),
  );
  return Object.fromEntries(kept.concat(beforeSnap(environment)));
}

const NOT_THE_USERS = new Set([
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
const EDITORS = /^(?:VSCODE_|ELECTRON_|APPLICATION_?INSIGHTS_|CODE_SERVER_)/i;
const BEFORE_SNAP = '_VSCODE_SNAP_ORIG';

/** A terminal of VS Code asks for passwords by a script of its own, which is lost without the rest of its variables. */
const EDITORS_QUESTION = /^(?:GIT|SSH)_ASKPASS=.*[\\/]extensions[\\/]git[\\/]/;

function isEditors(name: string, value: string): boolean {
  return (
    name.endsWith(BEFORE_SNAP) ||
    NOT_THE_USERS.has(name.toUpperCase()) ||
    EDITORS.test(name) ||
    EDITORS_QUESTION.test(`${name}=${value}`)
  );
}

/** The snap package of VS Code redirects some variables and keeps their old values aside. */
function beforeSnap(environment: Readonly<NodeJS.ProcessEnv>): [string, string][] {
  return Object.entries(environment).flatMap(([name, value]) =>
    name.endsWith(BEFORE_SNAP) && value
      ? [[name.slice(0, -BEFORE_SNAP.length), value] as [string, string]]
      : [],
  );
}

/** On Windows `Path` and `PATH` are one variable: the newer spelling takes the older one's place. */
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
