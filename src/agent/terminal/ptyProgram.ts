import { constants } from 'node:os';
import type { Pty } from './pty.ts';
import type { ExitStatus, RunningProgram } from './runningProgram.ts';

/** Wraps a pseudoterminal of the editor. */
export function ptyProgram(pty: Pty): RunningProgram {
  return {
    pid: pty.pid,
    onData: listener => pty.onData(listener),
    onExit: listener => pty.onExit(exit => listener(toExitStatus(exit))),
    pause: () => pty.pause(),
    resume: () => pty.resume(),
    write: text => pty.write(text),
    resize: (columns, rows) => pty.resize(columns, rows),
  };
}

/** Converts an exit status. The protocol names signals, and then there is no exit code. */
function toExitStatus({
  exitCode,
  signal,
}: {
  exitCode: number;
  signal?: number | undefined;
}): ExitStatus {
  const name = signal ? signalName(signal) : undefined;
  return name === undefined ? { exitCode, signal: null } : { exitCode: null, signal: name };
}

function signalName(number: number): string {
  const known = Object.entries(constants.signals).find(([, value]) => value === number);
  return known?.[0] ?? `SIG${number}`;
}
