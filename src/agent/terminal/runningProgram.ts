/** The exit status of a command in the format of the protocol: a code, or the signal that ended it. */
export interface ExitStatus {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** A running command, on a pseudoterminal or on pipes. */
export interface RunningProgram {
  readonly pid: number;
  onData(listener: (text: string) => void): void;
  /** Called once, after the last output. */
  onExit(listener: (exit: ExitStatus) => void): void;
  pause(): void;
  resume(): void;
  /** Sends what the user types. Absent on pipes, because the command has no input there. */
  readonly write?: (text: string) => void;
  readonly resize?: (columns: number, rows: number) => void;
}
