import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import {
  SYMLINK_MODE,
  DEFAULT_FILE_MODE,
  type FileMode,
} from '../../../core/checkpoint/snapshotChange.ts';
import type { ShadowRepository } from './shadowRepository.ts';
import type { AmendedFile } from '../model/snapshotStore.ts';

/** Writes a tree that differs from another one in some files. */
export async function amendTree(
  shadow: ShadowRepository,
  request: {
    readonly tree: string;
    readonly files: readonly AmendedFile[];
  },
): Promise<string> {
  const index = path.join(shadow.dir, `amend-${randomUUID()}`);
  const env = { GIT_INDEX_FILE: index };
  const git = (args: readonly string[], stdin = ''): Promise<Buffer> =>
    // In a subfolder of a repository the tree is still the one of the root.
    shadow.run({ args: ['-C', shadow.top, ...args], env, stdin });
  try {
    await git(['read-tree', request.tree]);
    const lines = request.files.map(entryLine);
    await git(['update-index', '-z', '--index-info'], lines.join(''));
    // A content that is lost stays lost, and must not affect the other files.
    return (await git(['write-tree', '--missing-ok'])).toString().trim();
  } finally {
    await rm(index, { force: true });
  }
}

const NO_OBJECT = '0'.repeat(40);

function entryLine({ path: name, blob, mode = DEFAULT_FILE_MODE }: AmendedFile): string {
  return blob === undefined ? `0 ${NO_OBJECT}\t${name}\0` : `${gitMode(mode)} ${blob}\t${name}\0`;
}

/** Git only distinguishes links, executables and other files. */
function gitMode(mode: FileMode): string {
  if (mode === SYMLINK_MODE) {
    return '120000';
  }
  return (mode & 0o100) === 0 ? '100644' : '100755';
}
