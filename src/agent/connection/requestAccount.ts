import { parseAccount } from '../../core/session/wire/parseAccount.ts';
import type { SessionRouter } from '../requests/sessionRouter.ts';
import type { AgentConnection } from './agentConnection.ts';
import { controlRequest } from './controlRequest.ts';

/**
 * Asks an agent who is signed in, if it can be asked (`auth/status`). Others report it by themselves, or not at all. The account is
 * only shown, so nothing waits for the answer, and without one the last account stays.
 */
export function requestAccount(
  agent: { readonly name: string; readonly router: SessionRouter },
  connection: AgentConnection,
): void {
  if (connection.capabilities.authStatus) {
    controlRequest(agent.name, connection, 'auth/status', {})
      .then(status => agent.router.setAccount(parseAccount(status)))
      .catch(() => {});
  }
}
