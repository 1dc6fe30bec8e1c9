import { DEFAULT_EMBED_LIMIT_KB } from '../core/prompt/promptLimits.ts';
import type { TraceLevel } from '../core/traffic/trafficLog.ts';

/** The settings `accord.*` and the types of their values. */
export interface Settings {
  readonly agents: unknown;
  readonly defaultAgent: string;
  readonly mcpServers: unknown;
  readonly 'chat.enterSends': boolean;
  readonly followAgent: boolean;
  readonly 'context.embedLimitKb': number;
  readonly 'context.followEditor': boolean;
  readonly notify: 'off' | 'whenHidden';
  readonly 'history.limitMb': number;
  readonly 'history.checkpointLimitMb': number;
  readonly 'review.when': 'afterWrite' | 'beforeWrite';
  readonly trace: TraceLevel;
}

/** The default of each setting. A unit test compares them with `package.json`. */
export const DEFAULT_SETTINGS: Settings = {
  agents: {},
  defaultAgent: '',
  mcpServers: {},
  'chat.enterSends': true,
  followAgent: false,
  'context.embedLimitKb': DEFAULT_EMBED_LIMIT_KB,
  'context.followEditor': false,
  notify: 'whenHidden',
  'history.limitMb': 1000,
  'history.checkpointLimitMb': 1000,
  'review.when': 'afterWrite',
  trace: 'off',
};

/**
 * The settings that name a program, grant a permission or send data to an agent. Their values come from the user's own
 * settings only: a workspace must not set them.
 */
export const USER_SCOPED_SETTINGS: ReadonlySet<keyof Settings> = new Set([
  'agents',
  'defaultAgent',
  'mcpServers',
  'trace',
  'context.followEditor',
]);
