import { UserError } from '../../core/errors.ts';
import { parseJson } from '../../core/json.ts';
import { t } from '../../core/l10n.ts';
import {
  parseProviderConfigs,
  parseProviders,
  type ModelProvider,
  type ProviderConfig,
} from '../../core/session/wire/parseProviders.ts';
import { getAgentErrorMessage } from '../../core/session/wire/protocolErrors.ts';
import type { SecretStore } from '../authentication/secretStore.ts';
import type { AgentConnection } from './agentConnection.ts';
import { controlRequest } from './controlRequest.ts';

/**
 * The providers of models that an agent lets the user choose (`providers/*`). Agents forget the choice when they exit, so it is
 * kept with the secrets, because of its key, and made again at each start.
 */
export class AgentProviders {
  readonly #agentName: string;
  readonly #secrets: SecretStore | undefined;
  readonly #secretName: string;

  /** `origin` is that of a remote agent: another server must not get the choice and its key. */
  constructor(
    agent: { readonly id: string; readonly name: string },
    secrets: SecretStore | undefined,
    origin?: string,
  ) {
    this.#agentName = agent.name;
    this.#secrets = secrets;
    this.#secretName = secretName(agent.id, origin);
  }

  /** Returns none if the agent has no such choice. */
  async list(connection: AgentConnection): Promise<readonly ModelProvider[]> {
    return connection.capabilities.providers
      ? parseProviders(await controlRequest(this.#agentName, connection, 'providers/list', {}))
      : [];
  }

  /** Uses another provider, also from the next start on. Without a configuration, the agent decides again. */
  async set(
    connection: AgentConnection,
    id: string,
    config: ProviderConfig | undefined,
  ): Promise<void> {
    if (config) {
      await this.#send(connection, id, config);
    } else {
      await controlRequest(this.#agentName, connection, 'providers/disable', { providerId: id });
    }
    const configs = new Map(await this.#read());
    configs.delete(id);
    await this.#store(config ? configs.set(id, config) : configs);
  }

  /**
   * Makes the choices of the user again. If that fails, the agent must not be used: it would send everything to another provider
   * than the user has chosen. Secrets that cannot be read must not keep it from starting.
   */
  async restore(connection: AgentConnection): Promise<void> {
    const { providers } = connection.capabilities;
    const chosen = providers ? await this.#read().catch(() => new Map<never, never>()) : [];
    for (const [id, config] of chosen) {
      try {
        await this.#send(connection, id, config);
      } catch (error) {
        throw new UserError(
          t(
            '{0} can\'t use the provider {1}: {2} Change it with "Accord: Manage Account and Provider".',
            this.#agentName,
            config.baseUrl,
            getAgentErrorMessage(error),
          ),
        );
      }
    }
  }

  /** Forgets the choices. Returns whether there were any. */
  async forget(): Promise<boolean> {
    const had = (await this.#read()).size > 0;
    await this.#secrets?.delete(this.#secretName);
    return had;
  }

  async #send(
    connection: AgentConnection,
    providerId: string,
    config: ProviderConfig,
  ): Promise<void> {
    const { remote } = connection;
    if (remote && !remote.isPrivate && Object.keys(config.headers).length > 0) {
      throw new UserError(t("The key isn't sent because the connection isn't encrypted."));
    }
    await controlRequest(this.#agentName, connection, 'providers/set', { providerId, ...config });
  }

  async #read(): Promise<ReadonlyMap<string, ProviderConfig>> {
    return parseProviderConfigs(parseJson((await this.#secrets?.get(this.#secretName)) ?? ''));
  }

  async #store(configs: ReadonlyMap<string, ProviderConfig>): Promise<void> {
    await (configs.size > 0
      ? this.#secrets?.set(this.#secretName, JSON.stringify(Object.fromEntries(configs)))
      : this.#secrets?.delete(this.#secretName));
  }
}

/** The headers that the user has stored for the providers of an agent on this machine. */
export async function readProviderSecrets(
  agentId: string,
  secrets: Pick<SecretStore, 'get'>,
): Promise<readonly string[]> {
  const stored = parseProviderConfigs(parseJson((await secrets.get(secretName(agentId))) ?? ''));
  return [...stored.values()].flatMap(({ headers }) => Object.values(headers));
}

const secretName = (agentId: string, origin?: string): string =>
  ['accord.providers', agentId, origin ?? ''].filter(part => part !== '').join('.');
