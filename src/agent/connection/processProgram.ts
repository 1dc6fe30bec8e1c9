import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { UserError } from '../../core/errors.ts';
import type { AgentProgram } from './agentProgram.ts';
import { agentStream } from '../wire/agentStream.ts';
import type { AgentExit, AgentProcess } from '../process/agentProcess.ts';
import { OutputTail } from '../process/outputTail.ts';

const STRAY_OUTPUT_LIMIT_CHARS = 8 * 1024;
const LAST_OUTPUT_MS = 250;

/** Wraps the process of an agent. `toError` explains its exit. */
export function createProcessProgram(
  agent: AgentProcess,
  toError: (exit: AgentExit) => Promise<UserError>,
): AgentProgram {
  const strayOutput = new OutputTail(STRAY_OUTPUT_LIMIT_CHARS);
  const outputClosed = once(agent.stdout, 'close').catch(() => {});
  return {
    openStream: listener =>
      agentStream(agent.stdin, agent.stdout, {
        ...listener,
        onStrayOutput: line => {
          strayOutput.add(`${line}\n`);
          listener.onStrayOutput(line);
        },
      }),
    ended: agent.exited.then(async exit => {
      await Promise.race([outputClosed, delay(LAST_OUTPUT_MS)]);
      // Some agents print the reason to stdout.
      return toError(
        exit.lastOutput === '' ? { ...exit, lastOutput: strayOutput.text().trim() } : exit,
      );
    }),
    stop: () => agent.stop(),
    listProcesses: () => agent.listProcesses(),
  };
}
