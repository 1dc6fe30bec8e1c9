import { getErrorMessage, UserError } from '../../core/errors.ts';
import { asRecord, asString } from '../../core/json.ts';
import { redact } from '../../core/redaction/redact.ts';
import { displayUrl, type RemoteAgent } from './remoteAgent.ts';
import { t } from '../../core/l10n.ts';

const WORDS_CHARS = 300;

/** The words for an agent elsewhere that cannot be reached, or no longer. */
export function remoteError(agent: RemoteAgent, error: unknown, wasUp: boolean): UserError {
  const who = `${agent.name} (${displayUrl(agent.url)})`;
  const status = statusOf(error);
  if (isUnauthorized(error)) {
    return new UserError(
      t(
        '{0} refused the connection: HTTP {1}. Its headers are missing or wrong. "Restart" asks for their secrets again; the rest is in the setting accord.agents.',
        who,
        status ?? '',
      ),
    );
  }
  if (status !== undefined) {
    return new UserError(
      t(
        '{0} answered with HTTP {1}. Is its url in accord.agents that of an ACP agent?{2}',
        who,
        status,
        wordsOf(error, agent),
      ),
    );
  }
  if (error === undefined) {
    return new UserError(t('{0} closed the connection.', who));
  }
  return new UserError(
    wasUp
      ? t('The connection to {0} was lost.{1}', who, wordsOf(error, agent))
      : t(
          '{0} cannot be reached. Is it running, and is its url in accord.agents right?{1}',
          who,
          wordsOf(error, agent),
        ),
  );
}

/** Whether the server did not take our headers. */
export function isUnauthorized(error: unknown): boolean {
  const status = statusOf(error);
  return status === 401 || status === 403;
}

/** The HTTP status that ended it. `ws` tells it in its words only. */
function statusOf(error: unknown): number | undefined {
  const status = asRecord(error)?.['status'];
  if (typeof status === 'number') {
    return status;
  }
  const told = /^Unexpected server response: (\d{3})$/.exec(getErrorMessage(error))?.[1];
  return told === undefined ? undefined : Number(told);
}

/** What else there is to say, short and without what our headers hold: a server may repeat them. */
function wordsOf(error: unknown, { headers }: RemoteAgent): string {
  const words = getErrorMessage(error) || asString(asRecord(error)?.['code']) || '';
  const secrets = Object.values(headers).flatMap(value => [value, ...value.split(' ')]);
  const shown = redact(words, secrets).replaceAll(/\s+/g, ' ').slice(0, WORDS_CHARS);
  return shown ? `\n${shown}` : '';
}
