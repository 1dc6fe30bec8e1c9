import { getSecretNames, resolveSecrets } from '../../core/catalog/headerSecrets.ts';
import { UserError } from '../../core/errors.ts';
import { AgentKeys } from '../authentication/agentKeys.ts';
import type { SecretStore } from '../authentication/secretStore.ts';
import { isPrivateConnection, type RemoteAgent } from './remoteAgent.ts';
import { t } from '../../core/l10n.ts';

/** Whom to ask for secrets, and how often. */
export interface RemoteHeadersOptions {
  readonly agentId: string;
  readonly secrets: SecretStore | undefined;
  /** The server has refused what is stored: the user is asked for all of it anew. */
  readonly askAgain: boolean;
}

/** What a header may hold on the wire. */
const HEADER_VALUE = /^[\t\u0020-\u007E\u0080-\u00FF]*$/;

/** The headers to send. Secrets among them are asked for once and kept where the editor keeps secrets. */
export async function remoteHeaders(
  agent: RemoteAgent,
  desk: RemoteHeadersOptions,
): Promise<Readonly<Record<string, string>>> {
  if (Object.keys(agent.headers).length > 0 && !isPrivateConnection(agent.url)) {
    throw new UserError(
      t(
        '{0} would get its headers unencrypted, for everybody on the way to read. Give it an https or wss address in accord.agents.',
        agent.name,
      ),
    );
  }
  const headers = resolveSecrets(agent.headers, await secretsFor(agent, desk));
  const wrong = Object.keys(headers).find(name => !HEADER_VALUE.test(headers[name] ?? ''));
  if (wrong !== undefined) {
    throw new UserError(
      t(
        'The header {0} of {1} holds characters that cannot be sent. Correct it in accord.agents, or restart and enter its secret again.',
        wrong,
        agent.name,
      ),
    );
  }
  return headers;
}

async function secretsFor(
  agent: RemoteAgent,
  desk: RemoteHeadersOptions,
): Promise<Readonly<Record<string, string>>> {
  const names = getSecretNames(agent.headers);
  const keys = new AgentKeys(desk.secrets, desk.agentId);
  const { variables: stored } = await keys.read();
  const given: Record<string, string> = {};
  for (const name of names) {
    const known = stored[name];
    if (known === undefined || desk.askAgain) {
      given[name] = await askFor(name, agent, { known, secrets: desk.secrets });
    }
  }
  if (Object.keys(given).length > 0) {
    await keys.store({ variables: given });
  }
  return { ...stored, ...given };
}

async function askFor(
  what: string,
  { name: agentName }: RemoteAgent,
  {
    known,
    secrets,
  }: { readonly known: string | undefined; readonly secrets: SecretStore | undefined },
): Promise<string> {
  const typed = await secrets?.ask({ agentName, what, known: known !== undefined });
  const value = typed?.trim() === '' ? known : typed?.trim();
  if (value === undefined) {
    throw new UserError(
      t('{0} cannot be reached without {1}. Restart to enter it.', agentName, what),
    );
  }
  return value;
}
