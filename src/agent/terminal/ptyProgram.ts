import { constants } from 'node:os';
import type { Pty } from './pty.ts';
import type { ExitStatus, RunningProgram } from './runningProgram.ts';

/** A command on a terminal device that the editor brought. */
export function ptyProgram(pty: Pty): RunningProgram {
  return {
    pid: pty.pid,
    onData: listener => pty.onData(listener),
    onExit: listener => pty.onExit(exit => listener(exitStatus(exit))),
    pause: () => pty.pause(),
    resume: () => pty.resume(),
    write: text => pty.write(text),
    resize: (columns, rows) => pty.resize(columns, rows),
  };
}

/** A terminal device tells signals by number; the protocol by name, and then there is no code. */
function exitStatus({
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
