/** A command that signs the user in and runs in a terminal. */
export interface SignInCommand {
  readonly agentName: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Variables from the user's own settings. */
  readonly env: Readonly<Record<string, string>>;
  /** Additional variables that the agent asks for. */
  readonly agentEnv: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Whether the program is the one the user configured for the agent or one that the agent named. */
  readonly chosenBy: 'user' | 'agent';
}

/** Runs a command in a terminal that the user sees, after showing the command and asking for consent. */
export interface SignInTerminal {
  /** Returns the exit code, or `undefined` if the user refused the command or closed the terminal. */
  run(command: SignInCommand, signal: AbortSignal): Promise<number | undefined>;
}
