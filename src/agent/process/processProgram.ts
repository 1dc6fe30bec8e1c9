import type { UserError } from '../../core/errors.ts';
import type { AgentProgram } from '../link.ts';
import { agentStream } from '../wire/agentStream.ts';
import type { AgentExit, AgentProcess } from './agentProcess.ts';

/** An agent's process, seen from the protocol. `problem` finds the words for its end. */
export const processProgram = (
  agent: AgentProcess,
  problem: (exit: AgentExit) => Promise<UserError>,
): AgentProgram => ({
  messages: taps => agentStream(agent.stdin, agent.stdout, taps),
  ended: agent.exited.then(problem),
  stop: () => agent.stop(),
});
