import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import * as z from 'zod';
import { writeFileAtomic } from '../../disk/writeFileAtomic.ts';

const plainTree = z.array(
  z.object({
    path: z.string(),
    mode: z.number().int(),
    sizeBytes: z.number(),
    blob: z.string(),
    binary: z.boolean(),
  }),
);

/** The files of a plain snapshot, by path. */
export type PlainTree = ReadonlyMap<string, PlainFile>;

export type PlainFile = Readonly<z.infer<typeof plainTree>[number]>;

/** Stores contents in a folder, by their hash. */
export class PlainObjectStore {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  async put(bytes: Uint8Array): Promise<string> {
    const id = hashOf(bytes);
    const file = path.join(this.#dir, id);
    if (!(await this.get(id))) {
      await mkdir(this.#dir, { recursive: true });
      await writeFileAtomic(file, await promisify(deflate)(bytes));
    }
    return id;
  }

  /** Undefined if there is none, or if it is damaged. */
  async get(id: string): Promise<Uint8Array | undefined> {
    try {
      const bytes = await promisify(inflate)(await readFile(path.join(this.#dir, id)));
      return hashOf(bytes) === id ? new Uint8Array(bytes) : undefined;
    } catch {
      return undefined;
    }
  }

  putTree(files: Iterable<PlainFile>): Promise<string> {
    const sorted = [...files].toSorted((a, b) => (a.path < b.path ? -1 : 1));
    return this.put(Buffer.from(JSON.stringify(sorted)));
  }

  async getTree(id: string): Promise<PlainTree | undefined> {
    const bytes = await this.get(id);
    const files = bytes && plainTree.safeParse(JSON.parse(Buffer.from(bytes).toString())).data;
    return files && new Map(files.map(file => [file.path, file]));
  }

  async keepOnly(ids: ReadonlySet<string>): Promise<void> {
    const names = await readdir(this.#dir).catch(() => []);
    const spare = names.filter(name => !ids.has(name));
    await Promise.all(spare.map(name => rm(path.join(this.#dir, name), { force: true })));
  }
}

const hashOf = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex');
