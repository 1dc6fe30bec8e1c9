import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { mapWithLimit } from '../../core/async/mapWithLimit.ts';
import type { FileContent } from '../../core/review/file/fileSide.ts';
import type { KnownContent } from './knownContents.ts';
import type { ReviewFiles } from './reviewFiles.ts';

/** Beyond this many files, or for a larger file, contents are not read. */
const FILE_LIMIT = 1_000;
const SIZE_LIMIT_BYTES = 8 * 1024 * 1024;

/**
 * Reads what the user has just put at a path: a file, or a folder with everything in it. Undefined if nothing is there,
 * or too much.
 */
export async function readUserFiles(
  root: string,
  files: Pick<ReviewFiles, 'readDetectingEncoding'>,
): Promise<readonly KnownContent[] | undefined> {
  const stats = await lstat(root).catch(() => undefined);
  if (!stats) {
    return undefined;
  }
  const paths = stats.isDirectory() ? await listFiles(root) : [root];
  if (!paths) {
    return undefined;
  }
  const contents = await mapWithLimit(paths, async one => {
    const content = await readSmall(one, files);
    return content ? [{ path: one, content }] : [];
  });
  return contents.flat();
}

async function listFiles(folder: string): Promise<readonly string[] | undefined> {
  const found: string[] = [];
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const parent = next;
    for (const entry of await readdir(parent, { withFileTypes: true }).catch(() => [])) {
      (entry.isDirectory() ? waiting : found).push(path.join(parent, entry.name));
    }
    if (found.length + waiting.length > FILE_LIMIT) {
      return undefined;
    }
  }
  return found;
}

async function readSmall(
  file: string,
  files: Pick<ReviewFiles, 'readDetectingEncoding'>,
): Promise<FileContent | undefined> {
  const { size } = (await lstat(file).catch(() => undefined)) ?? { size: Infinity };
  return size > SIZE_LIMIT_BYTES
    ? undefined
    : files.readDetectingEncoding(file).catch(() => undefined);
}
