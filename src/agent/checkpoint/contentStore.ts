import * as z from 'zod';
import type { FileContent } from '../../core/review/file/fileSide.ts';
import type { BlobStore } from '../review/blobStore.ts';

const mode = z.number().int().exactOptional();

/** A content of which only the hash is in the log of the checkpoints. */
export const storedContentSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('absent') }),
  z.object({ kind: z.literal('text'), hash: z.string(), mode }),
  z.object({ kind: z.literal('binary'), hash: z.string(), sizeBytes: z.number(), mode }),
]);

export type StoredContent = z.infer<typeof storedContentSchema>;

/** Stores contents that no snapshot has. Binary contents are in the blob store already. */
export class ContentStore {
  readonly #blobs: BlobStore;

  constructor(blobs: BlobStore) {
    this.#blobs = blobs;
  }

  async put(content: FileContent): Promise<StoredContent> {
    if (content.kind !== 'text') {
      return content;
    }
    const { text, ...form } = content;
    return { ...form, hash: await this.#blobs.put(toBytes(text)) };
  }

  async get(stored: StoredContent): Promise<FileContent> {
    if (stored.kind !== 'text') {
      return stored;
    }
    const { hash, ...form } = stored;
    return {
      ...form,
      text: z.string().parse(JSON.parse((await this.#blobs.get(hash)).toString())),
    };
  }
}

/** JSON escapes lone surrogates, which stand for bytes that are not valid UTF-8. */
const toBytes = (text: string): Uint8Array => Buffer.from(JSON.stringify(text));
