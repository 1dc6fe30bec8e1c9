import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';
import { mapWithLimit } from '../../core/async/mapWithLimit.ts';
import { ICON_LIMIT_CHARS, rebuildIcon } from '../../core/catalog/rebuildIcon.ts';
import type { RegistryAgent } from '../../core/catalog/registry.ts';
import { writeFileAtomic } from '../disk/writeFileAtomic.ts';
import type { Fetch } from './download.ts';
import { readLimitedText } from './readLimitedText.ts';

export interface AgentIconsOptions {
  /** The file with all icons. */
  readonly file: string;
  /** The address of the registry, whose icons are beside it. */
  readonly registryUrl: string;
  readonly fetch?: Fetch | undefined;
  readonly nowMs?: () => number;
}

/** An icon is fetched again after a month. */
const FRESH_MS = 30 * 24 * 60 * 60 * 1000;
const TIMEOUT_MS = 20_000;
const PARALLEL_REQUESTS = 4;
const ICON_LIMIT = 500;

/**
 * The icons of the registry, kept in our storage, so that no page fetches anything. They are fetched with the registry and only
 * from its own host. What is kept is rebuilt by us and contains nothing but shapes.
 */
export class AgentIcons {
  readonly #options: AgentIconsOptions;
  #icons: Promise<Icons> | undefined;

  constructor(options: AgentIconsOptions) {
    this.#options = options;
  }

  /** The icons by the ids of their agents, as texts of SVGs. */
  async read(): Promise<ReadonlyMap<string, string>> {
    return new Map(Object.entries(await this.#read()).map(([id, { svg }]) => [id, svg]));
  }

  /** Fetches the icons that are missing or old. Returns whether there are new ones. Failures are tried again next time. */
  async refresh(agents: readonly RegistryAgent[], signal: AbortSignal): Promise<boolean> {
    const kept = await this.#read();
    const wanted = agents.filter(agent => this.#isMissing(agent, kept[agent.id]));
    const patience = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const fetched = await mapWithLimit(
      wanted.slice(0, ICON_LIMIT),
      agent => this.#fetch(agent, patience).catch(() => {}),
      PARALLEL_REQUESTS,
    );
    const added = Object.fromEntries(fetched.flatMap(icon => (icon ? [icon] : [])));
    if (Object.keys(added).length === 0) {
      return false;
    }
    await this.#keep({ ...kept, ...added });
    return true;
  }

  #isMissing({ icon }: RegistryAgent, kept: Icon | undefined): boolean {
    const isOurs = icon !== undefined && hasSameOrigin(icon, this.#options.registryUrl);
    const ageMs = this.#nowMs() - (kept?.fetchedMs ?? 0);
    return isOurs && (kept?.url !== icon || ageMs < 0 || ageMs >= FRESH_MS);
  }

  async #fetch(
    { id, icon: url = '' }: RegistryAgent,
    signal: AbortSignal,
  ): Promise<readonly [string, Icon] | undefined> {
    const { fetch: ask = fetch } = this.#options;
    const response = await ask(url, { redirect: 'error', signal });
    const svg = response.ok
      ? rebuildIcon(await readLimitedText(response, ICON_LIMIT_CHARS))
      : undefined;
    return svg === undefined ? undefined : [id, { url, svg, fetchedMs: this.#nowMs() }];
  }

  async #keep(icons: Icons): Promise<void> {
    this.#icons = Promise.resolve(icons);
    await mkdir(dirname(this.#options.file), { recursive: true });
    await writeFileAtomic(this.#options.file, JSON.stringify(icons));
  }

  #read(): Promise<Icons> {
    return (this.#icons ??= readIcons(this.#options.file));
  }

  #nowMs(): number {
    return this.#options.nowMs?.() ?? Date.now();
  }
}

const iconShape = z.object({ url: z.string(), svg: z.string(), fetchedMs: z.number() });
type Icon = z.infer<typeof iconShape>;
type Icons = Readonly<Record<string, Icon>>;

/** What another program wrote into the file is rebuilt like what comes from the network. */
async function readIcons(file: string): Promise<Icons> {
  try {
    const icons = z.record(z.string(), iconShape).parse(JSON.parse(await readFile(file, 'utf8')));
    return Object.fromEntries(
      Object.entries(icons).flatMap(([id, icon]) => {
        const svg = rebuildIcon(icon.svg);
        return svg === undefined ? [] : [[id, { ...icon, svg }]];
      }),
    );
  } catch {
    return {}; // There are none yet, or they cannot be read, so they are fetched.
  }
}

const hasSameOrigin = (url: string, other: string): boolean =>
  new URL(url).origin === new URL(other).origin && new URL(url).username === '';
