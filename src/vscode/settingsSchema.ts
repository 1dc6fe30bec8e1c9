import { DEFAULT_EMBED_LIMIT_KB } from '../core/prompt/promptLimits.ts';
import type { PermissionMode } from '../core/permission/permissionRules.ts';
import { TOOL_NAMES } from '../core/tools/toolDefinitions.ts';
import type { TraceLevel } from '../core/traffic/trafficLog.ts';

/** The settings `accord.*` and the types of their values. */
export interface Settings {
  readonly agents: unknown;
  readonly defaultAgent: string;
  readonly mcpServers: unknown;
  /** Which `mcp.json` files of VS Code are read. */
  readonly useMcpJson: 'off' | 'user' | 'userAndWorkspace';
  /** Which tools agents get, by name. */
  readonly tools: unknown;
  /** The names of the tools of other extensions that agents get. */
  readonly vscodeTools: unknown;
  readonly 'chat.enterSends': boolean;
  /** In pixels; 0 for the font size of VS Code. */
  readonly 'chat.fontSize': number;
  readonly 'chat.sound': boolean;
  readonly followAgent: boolean;
  readonly 'context.embedLimitKb': number;
  readonly 'context.followEditor': boolean;
  readonly 'context.newProblems': 'off' | 'show' | 'attach';
  readonly notify: 'off' | 'whenHidden';
  readonly startAgentEarly: boolean;
  readonly refreshRegistry: boolean;
  /** The newest version of the protocol that is offered to agents. */
  readonly protocolVersion: 1 | 2;
  readonly 'history.limitMb': number;
  readonly 'history.checkpointLimitMb': number;
  readonly 'permissions.mode': PermissionMode;
  readonly 'permissions.rules': unknown;
  readonly 'review.explorerBadges': boolean;
  readonly 'review.when': 'afterWrite' | 'beforeWrite';
  readonly trace: TraceLevel;
}

/** The default of each setting. A unit test compares them with `package.json`. */
export const DEFAULT_SETTINGS: Settings = {
  agents: {},
  defaultAgent: '',
  mcpServers: {},
  useMcpJson: 'userAndWorkspace',
  tools: Object.fromEntries(TOOL_NAMES.map(name => [name, true])),
  vscodeTools: [],
  'chat.enterSends': true,
  'chat.fontSize': 0,
  'chat.sound': false,
  followAgent: false,
  'context.embedLimitKb': DEFAULT_EMBED_LIMIT_KB,
  'context.followEditor': false,
  'context.newProblems': 'show',
  notify: 'whenHidden',
  startAgentEarly: true,
  refreshRegistry: true,
  protocolVersion: 1,
  'history.limitMb': 1000,
  'history.checkpointLimitMb': 1000,
  'permissions.mode': 'ask',
  'permissions.rules': [],
  'review.explorerBadges': true,
  'review.when': 'afterWrite',
  trace: 'off',
};

/**
 * What a workspace may do with a setting. The files of a workspace come from others, so it must not weaken what the user
 * has chosen.
 */
export type WorkspaceRule<T> =
  /** The setting names a program, grants a permission, sends data or costs space: only the user's value counts. */
  | { readonly kind: 'userOnly' }
  /** The setting changes neither safety nor privacy. */
  | { readonly kind: 'free' }
  /** Of the values of user, workspace and folder the strictest counts. Values that `isValid` rejects are ignored. */
  | {
      readonly kind: 'stricterOnly';
      readonly isValid: (value: unknown) => value is T;
      readonly isStricter: (value: T, than: T) => boolean;
    };

const oneOf = <T extends string>(...fromWeakest: readonly T[]): WorkspaceRule<T> => ({
  kind: 'stricterOnly',
  isValid: (value): value is T => fromWeakest.some(known => known === value),
  isStricter: (value, than) => fromWeakest.indexOf(value) > fromWeakest.indexOf(than),
});

const smallerOnly: WorkspaceRule<number> = {
  kind: 'stricterOnly',
  isValid: (value): value is number => typeof value === 'number' && value >= 0,
  isStricter: (value, than) => value < than,
};

export const WORKSPACE_RULES: { readonly [K in keyof Settings]: WorkspaceRule<Settings[K]> } = {
  agents: { kind: 'userOnly' },
  defaultAgent: { kind: 'userOnly' },
  mcpServers: { kind: 'userOnly' },
  useMcpJson: { kind: 'userOnly' },
  tools: { kind: 'userOnly' },
  vscodeTools: { kind: 'userOnly' },
  'chat.enterSends': { kind: 'free' },
  'chat.fontSize': { kind: 'free' },
  'chat.sound': { kind: 'free' },
  followAgent: { kind: 'free' },
  'context.embedLimitKb': smallerOnly,
  'context.followEditor': { kind: 'userOnly' },
  'context.newProblems': { kind: 'userOnly' },
  notify: oneOf('off', 'whenHidden'),
  startAgentEarly: {
    kind: 'stricterOnly',
    isValid: value => typeof value === 'boolean',
    isStricter: value => !value,
  },
  refreshRegistry: { kind: 'userOnly' },
  protocolVersion: { kind: 'userOnly' },
  'history.limitMb': { kind: 'userOnly' },
  'history.checkpointLimitMb': { kind: 'userOnly' },
  'permissions.mode': { kind: 'userOnly' },
  'permissions.rules': { kind: 'userOnly' },
  'review.explorerBadges': { kind: 'free' },
  'review.when': oneOf('afterWrite', 'beforeWrite'),
  trace: { kind: 'userOnly' },
};

/** The values of a setting, as VS Code's `inspect` returns them. */
export interface SettingValues<T> {
  readonly defaultValue?: T | undefined;
  readonly globalValue?: T | undefined;
  readonly workspaceValue?: T | undefined;
  readonly workspaceFolderValue?: T | undefined;
}

/** The value that counts: the user's, changed by the workspace only as far as the rule of the setting allows. */
export function resolveSetting<K extends keyof Settings>(
  name: K,
  values: SettingValues<Settings[K]>,
): Settings[K] {
  const rule: WorkspaceRule<Settings[K]> = WORKSPACE_RULES[name];
  const { defaultValue = DEFAULT_SETTINGS[name], globalValue = defaultValue } = values;
  const ofWorkspace = [values.workspaceValue, values.workspaceFolderValue];
  switch (rule.kind) {
    case 'userOnly':
      return globalValue;
    case 'free':
      return values.workspaceFolderValue ?? values.workspaceValue ?? globalValue;
    case 'stricterOnly':
      return ofWorkspace
        .filter(rule.isValid)
        .reduce(
          (strictest, value) => (rule.isStricter(value, strictest) ? value : strictest),
          rule.isValid(globalValue) ? globalValue : DEFAULT_SETTINGS[name],
        );
  }
}
