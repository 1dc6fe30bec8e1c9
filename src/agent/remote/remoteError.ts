import { getErrorMessage, UserError } from '../../core/errors.ts';
import { asRecord, asString } from '../../core/json.ts';
import { redact } from '../../core/redaction/redact.ts';
import { displayUrl, type RemoteAgent } from './remoteAgent.ts';
import { t } from '../../core/l10n.ts';

const MESSAGE_LIMIT_CHARS = 300;

/** Explains why a remote agent cannot be reached, or why its connection was lost. */
export function remoteError(agent: RemoteAgent, error: unknown, wasUp: boolean): UserError {
  const who = `${agent.name} (${displayUrl(agent.url)})`;
  const status = statusOf(error);
  if (isUnauthorized(error)) {
    return new UserError(
      t(
        '{0} refused the connection: HTTP {1}. Its headers are missing or wrong. Restart to enter the secrets again, or check the headers in the accord.agents setting.',
        who,
        status ?? '',
      ),
    );
  }
  if (status !== undefined) {
    return new UserError(
      t(
        '{0} returned HTTP {1}. Check that its URL in accord.agents is an ACP agent.{2}',
        who,
        status,
        shortMessage(error, agent),
      ),
    );
  }
  if (error === undefined) {
    return new UserError(t('{0} closed the connection.', who));
  }
  return new UserError(
    wasUp
      ? t('The connection to {0} was lost.{1}', who, shortMessage(error, agent))
      : t(
          "Can't reach {0}. Check that it is running and that its URL in accord.agents is correct.{1}",
          who,
          shortMessage(error, agent),
        ),
  );
}

/** Whether the server rejected our headers. */
export function isUnauthorized(error: unknown): boolean {
  const status = statusOf(error);
  return status === 401 || status === 403;
}

/** The HTTP status of an error. The `ws` package puts it only into the message. */
function statusOf(error: unknown): number | undefined {
  const status = asRecord(error)?.['status'];
  if (typeof status === 'number') {
    return status;
  }
  const written = /^Unexpected server response: (\d{3})$/.exec(getErrorMessage(error))?.[1];
  return written === undefined ? undefined : Number(written);
}

/** The message of an error, shortened and without the values of our headers, which a server may repeat. */
function shortMessage(error: unknown, { headers }: RemoteAgent): string {
  const message = getErrorMessage(error) || asString(asRecord(error)?.['code']) || '';
  const secrets = Object.values(headers).flatMap(value => [value, ...value.split(' ')]);
  const shown = redact(message, secrets).replaceAll(/\s+/g, ' ').slice(0, MESSAGE_LIMIT_CHARS);
  return shown ? `\n${shown}` : '';
}
