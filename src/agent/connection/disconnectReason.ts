import type { ClientConnection } from '@agentclientprotocol/sdk';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../../core/errors.ts';
import { t } from '../../core/l10n.ts';

/** How long an agent that closed its output may take to exit. Its exit explains more than the closed output. */
const EXIT_WAIT_MS = 2_000;

/** Resolves when an agent can no longer be reached: it exited, closed its output, or sent something invalid. */
export async function disconnectReason(
  name: string,
  program: { readonly ended: Promise<UserError> },
  outputEnd: Promise<Error | undefined>,
): Promise<UserError> {
  const first = await Promise.race([program.ended, outputEnd]);
  if (first instanceof UserError) {
    return first;
  }
  if (first) {
    return new UserError(t('The connection to {0} was closed: {1}', name, first.message));
  }
  const timer = new AbortController();
  const timeout = delay(EXIT_WAIT_MS, undefined, { signal: timer.signal });
  const end = await Promise.race([program.ended, timeout]);
  timer.abort();
  timeout.catch(() => {}); // The aborted timer rejects.
  return end ?? new UserError(t('{0} closed its output.', name));
}

/** Waits for a response. If the connection is lost, throws the reason, because the SDK only knows that it was closed. */
export async function withDisconnectReason<T>(
  connection: { readonly client: ClientConnection; readonly disconnected: Promise<UserError> },
  response: Promise<T>,
): Promise<T> {
  try {
    return await response;
  } catch (error) {
    throw connection.client.signal.aborted ? await connection.disconnected : error;
  }
}
