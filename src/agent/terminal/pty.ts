/** A program that runs on a pseudoterminal. */
export interface Pty {
  readonly pid: number;
  onData(listener: (text: string) => void): void;
  /** Called after the last output. `signal` is a number, 0 for none. */
  onExit(listener: (exit: { exitCode: number; signal?: number | undefined }) => void): void;
  write(text: string): void;
  resize(columns: number, rows: number): void;
  pause(): void;
  resume(): void;
}

/** Starts a program on a pseudoterminal. The implementation comes from the editor, which ships node-pty. */
export type SpawnPty = (
  program: string,
  args: readonly string[],
  options: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    /** The arguments are already quoted for Windows. */
    readonly isVerbatim: boolean;
  },
) => Pty;
