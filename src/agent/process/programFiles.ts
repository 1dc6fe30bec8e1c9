import { constants } from 'node:fs';
import { access, open, realpath, stat } from 'node:fs/promises';
import { errorCode } from '../../core/errorCode.ts';

/** The file system access that finding a program needs. Tests of other platforms replace it. */
export interface ProgramFiles {
  getKind(path: string): Promise<ProgramKind>;
  /** The first part of a file, one character per byte; empty if it cannot be read. */
  readHead(path: string): Promise<string>;
  /** The path without links, or as it is if it does not exist. */
  realPath(path: string): Promise<string>;
}

export type ProgramKind = 'missing' | 'folder' | 'notExecutable' | 'program';

const HEAD_BYTES = 16 * 1024;

export const systemProgramFiles: ProgramFiles = {
  async getKind(path) {
    try {
      const stats = await stat(path);
      if (stats.isDirectory()) {
        return 'folder';
      }
      await access(path, constants.X_OK);
      return 'program';
    } catch (error) {
      return errorCode(error) === 'EACCES' ? 'notExecutable' : 'missing';
    }
  },

  async readHead(path) {
    try {
      const file = await open(path);
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
        return buffer.toString('latin1', 0, bytesRead);
      } finally {
        await file.close();
      }
    } catch {
      return ''; // It is only used for messages and to read shims: an unreadable file contributes nothing.
    }
  },

  async realPath(path) {
    return realpath(path).catch(() => path);
  },
};
