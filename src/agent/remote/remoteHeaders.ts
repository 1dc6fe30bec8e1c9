import { getSecretNames, resolveSecrets } from '../../core/catalog/headerSecrets.ts';
import { UserError } from '../../core/errors.ts';
import { AgentKeys } from '../authentication/agentKeys.ts';
import type { SecretStore } from '../authentication/secretStore.ts';
import {
  getOrigin,
  isPrivateConnection,
  requirePrivateConnection,
  type RemoteAgent,
} from './remoteAgent.ts';
import { t } from '../../core/l10n.ts';

/** Where the secrets of the headers come from. */
export interface RemoteHeadersOptions {
  readonly agentId: string;
  readonly secrets: SecretStore | undefined;
  /** The server has rejected the stored secrets, so the user is asked for all of them again. */
  readonly askAgain: boolean;
}

/** The characters that are valid in a header value. */
const HEADER_VALUE = /^[\t\u0020-\u007E\u0080-\u00FF]*$/;

/** Returns the headers to send. The user is asked once for secrets, which are stored for the origin of the URL. */
export async function remoteHeaders(
  agent: RemoteAgent,
  options: RemoteHeadersOptions,
): Promise<Readonly<Record<string, string>>> {
  requirePrivateConnection(agent);
  if (Object.keys(agent.headers).length > 0 && !isPrivateConnection(agent.url)) {
    throw new UserError(
      t(
        'The headers for {0} would be sent unencrypted. Use an https or wss URL in accord.agents.',
        agent.name,
      ),
    );
  }
  const headers = resolveSecrets(agent.headers, await secretsFor(agent, options));
  const invalid = Object.keys(headers).find(name => !HEADER_VALUE.test(headers[name] ?? ''));
  if (invalid !== undefined) {
    throw new UserError(
      t(
        'Header {0} of {1} contains invalid characters. Correct it in accord.agents, or restart to enter its secret again.',
        invalid,
        agent.name,
      ),
    );
  }
  return headers;
}

async function secretsFor(
  agent: RemoteAgent,
  options: RemoteHeadersOptions,
): Promise<Readonly<Record<string, string>>> {
  const names = getSecretNames(agent.headers);
  const keys = new AgentKeys(options.secrets, options.agentId, getOrigin(agent.url));
  const { variables: stored } = await keys.read();
  const entered: Record<string, string> = {};
  for (const name of names) {
    const known = stored[name];
    if (known === undefined || options.askAgain) {
      entered[name] = await askFor(name, agent, { known, secrets: options.secrets });
    }
  }
  if (Object.keys(entered).length > 0) {
    await keys.store({ variables: entered });
  }
  return { ...stored, ...entered };
}

async function askFor(
  what: string,
  { name: agentName }: RemoteAgent,
  {
    known,
    secrets,
  }: { readonly known: string | undefined; readonly secrets: SecretStore | undefined },
): Promise<string> {
  const input = await secrets?.ask({ agentName, what, known: known !== undefined });
  const value = input?.trim() === '' ? known : input?.trim();
  if (value === undefined) {
    throw new UserError(t('{0} needs {1}. Restart to enter it.', agentName, what));
  }
  return value;
}
