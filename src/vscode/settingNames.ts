import type { TraceLevel } from '../core/traffic/trafficLog.ts';

/** The settings and the types of their values. `package.json` lists the same ones. */
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

/** Their names; one that is missing here does not compile. */
export const SETTINGS = Object.keys({
  agents: true,
  defaultAgent: true,
  mcpServers: true,
  'chat.enterSends': true,
  followAgent: true,
  'context.embedLimitKb': true,
  'context.followEditor': true,
  notify: true,
  'history.limitMb': true,
  'history.checkpointLimitMb': true,
  'review.when': true,
  trace: true,
} satisfies Record<keyof Settings, true>);

/** Name a program, grant something or send something along: taken from the user's own settings only, never from a workspace's. */
export const USER_SCOPED_SETTINGS: ReadonlySet<string> = new Set<keyof Settings>([
  'agents',
  'defaultAgent',
  'mcpServers',
  'trace',
  'context.followEditor',
]);
