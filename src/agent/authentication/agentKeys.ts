import { asRecord, parseJson } from '../../core/json.ts';
import type { SecretStore } from './secretStore.ts';

/** The keys that the user has entered for one agent. */
export interface StoredKeys {
  /** Variables that are set in the agent's environment. */
  readonly variables: Readonly<Record<string, string>>;
  /** Keys that are sent with a sign-in, by method id. */
  readonly byMethod: Readonly<Record<string, string>>;
}

/** All keys of an agent. Those of a remote agent belong to an origin: another server must not get them. */
interface AllStoredKeys extends StoredKeys {
  readonly byOrigin: Readonly<Record<string, StoredKeys>>;
}

/** Stores the keys of one agent in the secret store; those of a remote agent for its `origin` only. */
export class AgentKeys {
  readonly #secrets: SecretStore | undefined;
  readonly #agentId: string;
  readonly #origin: string | undefined;

  constructor(secrets: SecretStore | undefined, agentId: string, origin?: string) {
    this.#secrets = secrets;
    this.#agentId = agentId;
    this.#origin = origin;
  }

  async read(): Promise<StoredKeys> {
    const all = await readAllKeys(this.#agentId, this.#secrets);
    return this.#origin === undefined ? all : (all.byOrigin[this.#origin] ?? NO_KEYS);
  }

  async store(more: Partial<StoredKeys>): Promise<void> {
    const all = await readAllKeys(this.#agentId, this.#secrets);
    const { variables, byMethod } = await this.read();
    const keys: StoredKeys = {
      variables: { ...variables, ...more.variables },
      byMethod: { ...byMethod, ...more.byMethod },
    };
    const changed: AllStoredKeys =
      this.#origin === undefined
        ? { ...all, ...keys }
        : { ...all, byOrigin: { ...all.byOrigin, [this.#origin]: keys } };
    await this.#secrets?.set(this.#secretName, JSON.stringify(changed));
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

/** The values of all stored keys of an agent, whichever server they belong to. */
export async function readStoredSecrets(
  agentId: string,
  secrets: Pick<SecretStore, 'get'> | undefined,
): Promise<readonly string[]> {
  const all = await readAllKeys(agentId, secrets);
  return [all, ...Object.values(all.byOrigin)].flatMap(({ variables, byMethod }) => [
    ...Object.values(variables),
    ...Object.values(byMethod),
  ]);
}

async function readAllKeys(
  agentId: string,
  secrets: Pick<SecretStore, 'get'> | undefined,
): Promise<AllStoredKeys> {
  const stored = await secrets?.get(secretName(agentId));
  const raw = stored === undefined ? undefined : asRecord(parseJson(stored));
  const byOrigin = Object.entries(asRecord(raw?.['byOrigin']) ?? {});
  return {
    ...parseKeys(raw),
    byOrigin: Object.fromEntries(byOrigin.map(([origin, keys]) => [origin, parseKeys(keys)])),
  };
}

const NO_KEYS: StoredKeys = { variables: {}, byMethod: {} };

function parseKeys(raw: unknown): StoredKeys {
  const keys = asRecord(raw);
  return {
    variables: stringValues(keys?.['variables']),
    byMethod: stringValues(keys?.['byMethod']),
  };
}

const secretName = (agentId: string): string => `accord.keys.${agentId}`;

const stringValues = (raw: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(asRecord(raw) ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
