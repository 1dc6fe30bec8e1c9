import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';
import { parseRegistry, REGISTRY_LIMIT_CHARS } from '../../core/catalog/registry.ts';
import type { Registry } from '../../core/catalog/registry.ts';
import { CancellationError, getErrorMessage, UserError } from '../../core/errors.ts';
import { writeFileAtomic } from '../disk/writeFileAtomic.ts';
import { fetchHttps } from './download.ts';
import type { Fetch } from './download.ts';
import { readLimitedText } from './readLimitedText.ts';
import { t } from '../../core/l10n.ts';

export interface RegistrySourceOptions {
  /** The snapshot that ships with the extension. */
  readonly snapshotFile: string;
  /** The cache of the latest registry that was fetched. */
  readonly cacheFile: string;
  readonly url?: string;
  readonly fetch?: Fetch;
  readonly nowMs?: () => number;
}

/** The address of the public registry. */
export const LIVE_REGISTRY_URL =
  'https://cdn.agentclientprotocol.com/registry/v1/latest/registry.json';
const TIMEOUT_MS = 30_000;
const FRESH_MS = 24 * 60 * 60 * 1000;

/** The registry of agents: the latest one that was fetched, else the snapshot. It is fetched only when the user asks for it, or looks at it. */
export class RegistrySource {
  readonly #options: RegistrySourceOptions;
  #registry: Promise<Registry> | undefined;
  /** When it was last fetched without a request of the user, successfully or not. */
  #lastDailyMs = Number.NEGATIVE_INFINITY;

  constructor(options: RegistrySourceOptions) {
    this.#options = options;
  }

  read(): Promise<Registry> {
    return (this.#registry ??= this.#readNewest().catch((error: unknown) => {
      this.#registry = undefined; // The problem may be temporary, so the next call tries again.
      throw error;
    }));
  }

  /** Fetches the registry, unless the cached one is less than a day old and `force` is not set. */
  async refresh(signal: AbortSignal, force = false): Promise<Registry> {
    const cached = await this.#readCache();
    const ageMs = this.#nowMs() - (cached?.fetchedMs ?? Number.NEGATIVE_INFINITY);
    if (cached && !force && ageMs >= 0 && ageMs < FRESH_MS) {
      return this.read();
    }
    try {
      const patience = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const { body, etag } = await this.#fetch(patience, cached);
      const registry = parseRegistry(body);
      await this.#keep({ body, etag, fetchedMs: this.#nowMs() });
      this.#registry = Promise.resolve(registry);
      return registry;
    } catch (error) {
      throw signal.aborted ? new CancellationError(t('Refreshing registry')) : explained(error);
    }
  }

  /** Fetches the registry at most once a day, also if that fails. Returns whether there is a new one. */
  async refreshDaily(signal: AbortSignal): Promise<boolean> {
    if (this.#nowMs() - this.#lastDailyMs < FRESH_MS) {
      return false;
    }
    this.#lastDailyMs = this.#nowMs();
    const before = await this.read();
    return (await this.refresh(signal)) !== before;
  }

  async #readNewest(): Promise<Registry> {
    const cached = await this.#readCache();
    if (cached) {
      try {
        return parseRegistry(cached.body);
      } catch {
        // The rules have changed since it was cached. The snapshot complies with them.
      }
    }
    return parseRegistry(await readFile(this.#options.snapshotFile, 'utf8'));
  }

  async #fetch(
    signal: AbortSignal,
    cached: Cached | undefined,
  ): Promise<Omit<Cached, 'fetchedMs'>> {
    const headers: Record<string, string> = cached?.etag ? { 'if-none-match': cached.etag } : {};
    const { url = LIVE_REGISTRY_URL, fetch } = this.#options;
    const response = await fetchHttps(url, { signal, headers, ...(fetch && { fetch }) });
    if (response.status === 304 && cached) {
      return cached;
    }
    if (!response.ok) {
      throw new Error(t('it returned {0}', response.status));
    }
    const etag = response.headers.get('etag') ?? undefined;
    return { body: await readLimitedText(response, REGISTRY_LIMIT_CHARS), ...(etag && { etag }) };
  }

  async #keep(cached: Cached): Promise<void> {
    const { cacheFile } = this.#options;
    await mkdir(dirname(cacheFile), { recursive: true });
    await writeFileAtomic(cacheFile, JSON.stringify(cached));
  }

  async #readCache(): Promise<Cached | undefined> {
    try {
      return cachedShape.parse(JSON.parse(await readFile(this.#options.cacheFile, 'utf8')));
    } catch {
      return undefined; // It was never fetched or cannot be read, so all of it is fetched.
    }
  }

  #nowMs(): number {
    return this.#options.nowMs?.() ?? Date.now();
  }
}

const cachedShape = z.object({
  body: z.string(),
  etag: z.string().max(1000).optional(),
  fetchedMs: z.number(),
});

type Cached = z.infer<typeof cachedShape>;

function explained(error: unknown): UserError {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return new UserError(
    t(
      "Couldn't load the agent registry ({0}). The known agents are still available. Try again later.",
      getErrorMessage(cause).slice(0, 300),
    ),
  );
}
