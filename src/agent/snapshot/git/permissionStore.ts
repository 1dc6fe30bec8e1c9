import { lstat } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import type { GitObjectReader } from '../../git/gitObjectReader.ts';
import { mapWithLimit } from '../../../core/async/mapWithLimit.ts';
import { splitAtNul } from './splitAtNul.ts';
import {
  parsePermissions,
  permissionBits,
  serializePermissions,
  mostCommonPermissions,
  updatePermissions,
  type Permissions,
} from './permissions.ts';
import type { ShadowRepository } from './shadowRepository.ts';

/** Git compares time stamps by the second: a file that changed later than this may change again unnoticed. */
const RECENT_MS = 2000;

/** The number of permissions that are cached in memory. */
const CACHE_SIZE = 3;

const shape = z.object({ id: z.string(), unsure: z.array(z.string()) });

interface LatestPermissions {
  /** The id of the blob with the permissions. */
  readonly id: string;
  /** Paths that have to be checked again. */
  readonly unsure: readonly string[];
}

/**
 * Stores the permissions of all files in our index as blobs, since git does not store them. A file next to the index
 * names the latest one. All files are checked once; later only those that git reports as changed, which includes files
 * with changed permissions.
 */
export class PermissionStore {
  readonly #shadow: ShadowRepository;
  readonly #blobs: GitObjectReader;
  readonly #known = new Map<string, Permissions>();

  constructor(shadow: ShadowRepository, blobs: GitObjectReader) {
    this.#shadow = shadow;
    this.#blobs = blobs;
  }

  /** The permissions with this id; `undefined` if they are gone. */
  async get(id: string): Promise<Permissions | undefined> {
    const known = this.#known.get(id);
    if (known) {
      return known;
    }
    const found = await this.#blobs.read(id);
    const permissions = found && parsePermissions(Buffer.from(found.bytes).toString());
    return permissions && this.#cache(id, permissions);
  }

  async store(permissions: Permissions): Promise<string> {
    const id = await this.#shadow.writeBlob(Buffer.from(serializePermissions(permissions)));
    this.#cache(id, permissions);
    return id;
  }

  async latestId(): Promise<string | undefined> {
    return (await this.#read())?.id;
  }

  /** Drops the latest permissions, after the index was replaced. */
  async clear(): Promise<void> {
    await rm(this.#file, { force: true });
  }

  /** Called before files are added to the index, so that they are checked even if this process is killed in between. */
  async invalidate(names: readonly string[]): Promise<void> {
    const latest = await this.#read();
    if (latest && names.length > 0) {
      await this.#write({ id: latest.id, unsure: [...new Set([...latest.unsure, ...names])] });
    }
  }

  /** Checks the paths whose permissions are uncertain. Returns the id of the result. */
  async refresh(signal: AbortSignal | undefined): Promise<string> {
    const latest = await this.#read();
    if (latest?.unsure.length === 0) {
      return latest.id;
    }
    const before = latest && (await this.get(latest.id));
    const { found, unsure } = await this.#check(
      before ? latest.unsure : await this.#listFiles(signal),
    );
    const start = before ?? { usual: mostCommonPermissions(found.values()), others: new Map() };
    const after = updatePermissions(start, found);
    const id = latest && after === before ? latest.id : await this.store(after);
    await this.#write({ id, unsure });
    return id;
  }

  get #file(): string {
    return path.join(this.#shadow.dir, 'permissions');
  }

  #cache(id: string, permissions: Permissions): Permissions {
    this.#known.set(id, permissions);
    const [oldest] = this.#known.keys();
    if (this.#known.size > CACHE_SIZE && oldest !== undefined) {
      this.#known.delete(oldest);
    }
    return permissions;
  }

  async #listFiles(signal: AbortSignal | undefined): Promise<readonly string[]> {
    const listed = await this.#shadow.run({ args: ['ls-files', '-z'], signal });
    return splitAtNul(listed).map(String);
  }

  async #check(names: readonly string[]) {
    const youngFrom = Date.now() - RECENT_MS;
    const found = new Map<string, number | undefined>();
    const unsure: string[] = [];
    await mapWithLimit(names, async name => {
      const stats = await statsOf(path.join(this.#shadow.root, name)).catch(() => undefined);
      found.set(name, stats?.isFile() ? permissionBits(stats.mode) : undefined);
      if (stats && stats.ctimeMs > youngFrom) {
        unsure.push(name);
      }
    });
    return { found, unsure };
  }

  async #read(): Promise<LatestPermissions | undefined> {
    try {
      return shape.parse(JSON.parse(await readFile(this.#file, 'utf8')));
    } catch {
      return undefined; // There is none yet, or this process was killed while it was written.
    }
  }

  async #write(latest: LatestPermissions): Promise<void> {
    await writeFile(this.#file, JSON.stringify(latest));
  }
}

/** Twice as fast as the version in `node:fs/promises`. */
const statsOf = promisify(lstat);
