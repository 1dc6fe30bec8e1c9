import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { FileMode } from '../../core/checkpoint/fileChange.ts';
import type { ShadowRepository } from './shadowRepository.ts';
import type { AmendedFile } from './snapshots.ts';

/** Writes a tree that differs from another in some files. */
export async function amendTree(
  shadow: ShadowRepository,
  request: {
    readonly tree: string;
    readonly files: readonly AmendedFile[];
    readonly store: (bytes: Uint8Array) => Promise<string>;
  },
): Promise<string> {
  const index = path.join(shadow.dir, `amend-${randomUUID()}`);
  const env = { GIT_INDEX_FILE: index };
  const git = (args: readonly string[], stdin = ''): Promise<Buffer> =>
    // In a subfolder of a repository the tree is still that of the root.
    shadow.git({ args: ['-C', shadow.top, ...args], env, stdin });
  try {
    await git(['read-tree', request.tree]);
    const lines = request.files.map(file => entryLine(file, request.store));
    await git(['update-index', '-z', '--index-info'], (await Promise.all(lines)).join(''));
    return (await git(['write-tree'])).toString().trim();
  } finally {
    await rm(index, { force: true });
  }
}

const NO_OBJECT = '0'.repeat(40);

async function entryLine(
  { path: name, bytes, blob, mode }: AmendedFile,
  store: (bytes: Uint8Array) => Promise<string>,
): Promise<string> {
  const oid = bytes ? await store(bytes) : blob;
  return oid === undefined
    ? `0 ${NO_OBJECT}\t${name}\0`
    : `${GIT_MODE[mode ?? 'file']} ${oid}\t${name}\0`;
}

const GIT_MODE: Readonly<Record<FileMode, string>> = {
  file: '100644',
  executable: '100755',
  symlink: '120000',
};
