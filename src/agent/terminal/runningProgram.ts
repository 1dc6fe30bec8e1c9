/** How a command ended, as the protocol tells it: a code, or the signal that ended it. */
export interface ExitStatus {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** A command that runs, on a terminal device or on pipes. */
export interface RunningProgram {
  readonly pid: number;
  onData(listener: (text: string) => void): void;
  /** Comes once, after the last output. */
  onExit(listener: (exit: ExitStatus) => void): void;
  pause(): void;
  resume(): void;
  /** What the user types; on pipes there is nobody to read it. */
  readonly write?: (text: string) => void;
  readonly resize?: (columns: number, rows: number) => void;
}
