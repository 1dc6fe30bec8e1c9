import type { ClientRequests } from '../requests/clientRequests.ts';
import type { RemoteAccess } from './agentProgram.ts';

/**
 * What the client does for an agent, given how it is reached. A remote agent gets no terminal and cannot write unless the
 * user allows it, and a sign-in command cannot run where the agent runs.
 */
export function restrictRequests(
  requests: ClientRequests,
  remote: RemoteAccess | undefined,
): ClientRequests {
  if (!remote) {
    return requests;
  }
  const { files, terminals, signInTerminal: _runsHere, ...others } = requests;
  return {
    ...others,
    ...(files && { files: remote.allowWrite ? files : { read: files.read } }),
    ...(terminals && remote.allowTerminal && { terminals }),
  };
}
