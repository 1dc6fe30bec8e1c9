import type { ProcessEnvironment } from './resolveCommand.ts';

/** How an agent is started. */
export interface LaunchConfig {
  /** The display name of the agent. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: ProcessEnvironment;
  /** The working directory; by default the session's root. */
  readonly cwd?: string;
}
