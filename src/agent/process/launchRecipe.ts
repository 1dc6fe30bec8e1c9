import type { Environment } from './resolveCommand.ts';

/** How an agent is started. */
export interface LaunchRecipe {
  /** What the user calls the agent. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Environment;
  /** Where it works; the session's root if there is none. */
  readonly cwd?: string;
}
