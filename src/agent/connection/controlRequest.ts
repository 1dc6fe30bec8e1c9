import { UserError } from '../../core/errors.ts';
import { asAuthRequired } from '../../core/session/wire/protocolErrors.ts';
import { t } from '../../core/l10n.ts';
import type { AgentConnection } from './agentConnection.ts';
import { withDeadline } from './deadlines.ts';
import { withDisconnectReason } from './disconnectReason.ts';

/** Sends a request outside a session. If it needs a sign-in, the error names the command for it. */
export async function controlRequest(
  agentName: string,
  connection: AgentConnection,
  method: string,
  params: object,
): Promise<unknown> {
  const { controlMs } = connection.deadlines;
  const response = connection.client.agent.request<unknown, object>(method, params);
  try {
    return await withDeadline(
      withDisconnectReason(connection, response),
      controlMs,
      t("{0} didn't respond within {1} seconds.", agentName, controlMs / 1000),
    );
  } catch (error) {
    const need = asAuthRequired(error);
    throw need
      ? new UserError(t('Sign in to {0} with "Accord: Sign In". {1}', agentName, need.message))
      : error;
  }
}
