import { asRecord } from '../../core/json.ts';
import type { SecretStore } from './secretStore.ts';

/** What the user has entrusted to us for one agent. */
export interface StoredKeys {
  /** Set in the agent's environment when it starts. */
  readonly variables: Readonly<Record<string, string>>;
  /** Sent with a sign-in, by its method. */
  readonly byMethod: Readonly<Record<string, string>>;
}

/** The keys of one agent, kept where the editor keeps secrets and nowhere else. */
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
    await this.#secrets?.set(this.#name, JSON.stringify(keys));
  }

  get #name(): string {
    return nameFor(this.#agentId);
  }

  /** Forgets all of them. Answers whether there were any. */
  async delete(): Promise<boolean> {
    const had = (await this.#secrets?.get(this.#name)) !== undefined;
    await this.#secrets?.delete(this.#name);
    return had;
  }
}

/** The keys that are kept for an agent. */
export async function readStoredKeys(
  agentId: string,
  secrets: Pick<SecretStore, 'get'> | undefined,
): Promise<StoredKeys> {
  const stored = await secrets?.get(nameFor(agentId));
  const raw = stored === undefined ? undefined : asRecord(parsed(stored));
  return { variables: texts(raw?.['variables']), byMethod: texts(raw?.['byMethod']) };
}

const nameFor = (agentId: string): string => `accord.keys.${agentId}`;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Somebody else wrote it: as if there were none.
  }
}

const texts = (raw: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(asRecord(raw) ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
