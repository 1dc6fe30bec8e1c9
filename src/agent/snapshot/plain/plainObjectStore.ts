import { createHash } from 'node:crypto';
import { access, mkdir, readFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { z } from 'zod';
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
    const id = createHash('sha1').update(bytes).digest('hex');
    const file = path.join(this.#dir, id);
    if (!(await exists(file))) {
      await mkdir(this.#dir, { recursive: true });
      await writeFileAtomic(file, await promisify(deflate)(bytes));
    }
    return id;
  }

  async get(id: string): Promise<Uint8Array | undefined> {
    const packed = await readFile(path.join(this.#dir, id)).catch(() => undefined);
    return packed && new Uint8Array(await promisify(inflate)(packed));
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

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
