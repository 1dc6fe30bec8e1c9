import type { ProcessEnvironment } from './resolveCommand.ts';

/** How an agent is started. */
export interface LaunchConfig {
  /** What the user calls the agent. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: ProcessEnvironment;
  /** Where it works; the session's root if there is none. */
  readonly cwd?: string;
}
