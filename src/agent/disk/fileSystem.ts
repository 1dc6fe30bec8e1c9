import * as fs from 'node:fs/promises';

/** The part of Node's file system that serves the requests of agents. Tests replace it to inject faults. */
export type FileSystem = Pick<
  typeof fs,
  'open' | 'lstat' | 'stat' | 'readlink' | 'realpath' | 'rename' | 'link' | 'unlink' | 'mkdir'
>;

export const nodeFileSystem: FileSystem = fs;
