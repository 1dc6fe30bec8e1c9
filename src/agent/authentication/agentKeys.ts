import { asRecord } from '../../core/json.ts';
import type { SecretStore } from './secretStore.ts';

/** The keys that the user has entered for one agent. */
export interface StoredKeys {
  /** Variables that are set in the agent's environment. */
  readonly variables: Readonly<Record<string, string>>;
  /** Keys that are sent with a sign-in, by method id. */
  readonly byMethod: Readonly<Record<string, string>>;
}

/** Stores the keys of one agent in the secret store. */
export class AgentKeys {
  readonly #secrets: SecretStore | undefined;
  readonly #agentId: string;

  constructor(secrets: SecretStore | undefined, agentId: string) {
    this.#secrets = secrets;
    this.#agentId = agentId;
  }

  read(): Promise<StoredKeys> {
    return readStoredKeys(this.#agentId, this.#secrets);
  }

  async store(more: Partial<StoredKeys>): Promise<void> {
    const { variables, byMethod } = await this.read();
    const keys: StoredKeys = {
      variables: { ...variables, ...more.variables },
      byMethod: { ...byMethod, ...more.byMethod },
    };
    await this.#secrets?.set(this.#secretName, JSON.stringify(keys));
  }

  get #secretName(): string {
    return secretName(this.#agentId);
  }

  /** Deletes all keys. Returns whether there were any. */
  async delete(): Promise<boolean> {
    const had = (await this.#secrets?.get(this.#secretName)) !== undefined;
    await this.#secrets?.delete(this.#secretName);
    return had;
  }
}

/** Reads the stored keys of an agent. */
export async function readStoredKeys(
  agentId: string,
  secrets: Pick<SecretStore, 'get'> | undefined,
): Promise<StoredKeys> {
  const stored = await secrets?.get(secretName(agentId));
  const raw = stored === undefined ? undefined : asRecord(parseJson(stored));
  return { variables: stringValues(raw?.['variables']), byMethod: stringValues(raw?.['byMethod']) };
}

const secretName = (agentId: string): string => `accord.keys.${agentId}`;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // An invalid value is ignored.
  }
}

const stringValues = (raw: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(asRecord(raw) ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
