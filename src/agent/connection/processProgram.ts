import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { UserError } from '../../core/errors.ts';
import type { AgentProgram } from './agentProgram.ts';
import { agentStream } from '../wire/agentStream.ts';
import type { AgentExit, AgentProcess } from '../process/agentProcess.ts';
import { OutputTail } from '../process/outputTail.ts';

const NOISE_CHARS = 8 * 1024;
const LAST_NOISE_MS = 250;

/** An agent's process, seen from the protocol. `problem` finds the words for its end. */
export function createProcessProgram(
  agent: AgentProcess,
  problem: (exit: AgentExit) => Promise<UserError>,
): AgentProgram {
  const noise = new OutputTail(NOISE_CHARS);
  const heard = once(agent.stdout, 'close').catch(() => {});
  return {
    openStream: taps =>
      agentStream(agent.stdin, agent.stdout, {
        ...taps,
        onStrayOutput: line => {
          noise.add(`${line}\n`);
          taps.onStrayOutput(line);
        },
      }),
    ended: agent.exited.then(async exit => {
      await Promise.race([heard, delay(LAST_NOISE_MS)]);
      // Some give their reason where the protocol should be.
      return problem(exit.lastOutput === '' ? { ...exit, lastOutput: noise.text().trim() } : exit);
    }),
    stop: () => agent.stop(),
  };
}
