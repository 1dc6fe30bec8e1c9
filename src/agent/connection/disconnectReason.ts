import type { ClientConnection } from '@agentclientprotocol/sdk';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../../core/errors.ts';
import { t } from '../../core/l10n.ts';

/** An agent that closes its output mostly ends; its end says more, so it is given this time. */
const LAST_WORDS_MS = 2_000;

/** Why an agent can no longer be reached: it ended, it closed its output, or it sent what we cannot take. */
export async function disconnectReason(
  name: string,
  program: { readonly ended: Promise<UserError> },
  output: Promise<Error | undefined>,
): Promise<UserError> {
  const first = await Promise.race([program.ended, output]);
  if (first instanceof UserError) {
    return first;
  }
  if (first) {
    return new UserError(t('The connection to {0} was closed: {1}', name, first.message));
  }
  const timer = new AbortController();
  const patience = delay(LAST_WORDS_MS, undefined, { signal: timer.signal });
  const end = await Promise.race([program.ended, patience]);
  timer.abort();
  patience.catch(() => {}); // It was only a timer.
  return end ?? new UserError(t('{0} closed its output and cannot be heard any more.', name));
}

/** An answer, or the true reason why there is none: the SDK only knows that the connection closed. */
export async function withDisconnectReason<T>(
  link: { readonly client: ClientConnection; readonly disconnected: Promise<UserError> },
  answer: Promise<T>,
): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw link.client.signal.aborted ? await link.disconnected : error;
  }
}
