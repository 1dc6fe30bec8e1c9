import { asRecord } from '../core/json.ts';
import type { Secrets } from './ports.ts';

/** What the user has entrusted to us for one agent. */
export interface Keys {
  /** Set in the agent's environment when it starts. */
  readonly variables: Readonly<Record<string, string>>;
  /** Sent with a sign-in, by its method. */
  readonly byMethod: Readonly<Record<string, string>>;
}

/** The keys of one agent, kept where the editor keeps secrets and nowhere else. */
export class KeyRing {
  readonly #secrets: Secrets | undefined;
  readonly #agentId: string;

  constructor(secrets: Secrets | undefined, agentId: string) {
    this.#secrets = secrets;
    this.#agentId = agentId;
  }

  read(): Promise<Keys> {
    return keysOf(this.#agentId, this.#secrets);
  }

  async keep(more: Partial<Keys>): Promise<void> {
    const { variables, byMethod } = await this.read();
    const keys: Keys = {
      variables: { ...variables, ...more.variables },
      byMethod: { ...byMethod, ...more.byMethod },
    };
    await this.#secrets?.set(this.#name, JSON.stringify(keys));
  }

  get #name(): string {
    return nameFor(this.#agentId);
  }

  /** Forgets all of them. Answers whether there were any. */
  async clear(): Promise<boolean> {
    const had = (await this.#secrets?.get(this.#name)) !== undefined;
    await this.#secrets?.remove(this.#name);
    return had;
  }
}

/** The keys that are kept for an agent. */
export async function keysOf(
  agentId: string,
  secrets: Pick<Secrets, 'get'> | undefined,
): Promise<Keys> {
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
