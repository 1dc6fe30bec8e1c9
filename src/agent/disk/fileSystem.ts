import * as fs from 'node:fs/promises';

/** The calls to the file system that reading and writing for agents needs: tests put faults in between. */
export type FileSystem = Pick<
  typeof fs,
  'open' | 'lstat' | 'stat' | 'readlink' | 'realpath' | 'rename' | 'link' | 'unlink' | 'mkdir'
>;

/** The real one. */
export const nodeFileSystem: FileSystem = fs;

/** The system's name for a failure, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}
