import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { pipeline } from 'node:stream';
import type { Readable } from 'node:stream';
import { errorCode } from '../../../core/errorCode.ts';
import { unpackTar } from './unpackTar.ts';
import { ArchiveError, UnpackFolder } from './unpackFolder.ts';
import { unpackZip } from './unpackZip.ts';
import { t } from '../../../core/l10n.ts';

export interface Archive {
  readonly file: string;
  /** The address of the download, whose name tells the format. */
  readonly url: string;
  /** The program in the archive, relative to `folder`. */
  readonly cmd: string;
  /** An existing, empty folder. */
  readonly folder: string;
  /** The files that are not needed. */
  readonly skip?: RegExp | undefined;
}

/** Unpacks an archive and returns the path of its program. Throws an `ArchiveError` if it is invalid. */
export async function unpackArchive(archive: Archive): Promise<string> {
  const { size } = await stat(archive.file);
  const folder = new UnpackFolder(archive.folder, size, archive.skip);
  try {
    await unpackByKind(archive, folder);
    await folder.finish();
    return await folder.program(archive.cmd);
  } catch (error) {
    throw error instanceof ArchiveError || !isDamage(error)
      ? error
      : new ArchiveError(t('it is damaged ({0})', error.message));
  }
}

async function unpackByKind(
  { file, url, cmd, folder: root }: Archive,
  folder: UnpackFolder,
): Promise<void> {
  const name = basename(new URL(url).pathname).toLowerCase();
  if (name.endsWith('.zip')) {
    await unpackZip(file, folder);
  } else if (/\.(?:tar\.gz|tgz)$/.test(name)) {
    await unpackTar(gunzipped(file), folder);
  } else if (/\.(?:tar\.bz2|tbz2)$/.test(name)) {
    await unpackBzip(file, folder);
  } else if (/\.(?:tar|xz|zst|7z|rar|dmg|pkg|deb|rpm|msi|gz|bz2)$/.test(name)) {
    throw new ArchiveError(t("its format isn't supported ({0})", name));
  } else {
    // Anything else is the program itself.
    const path = join(root, ...cmd.replace(/^\.[/\\]/, '').split(/[/\\]/));
    await mkdir(dirname(path), { recursive: true });
    await copyFile(file, path);
  }
}

const gunzipped = (file: string): Readable =>
  pipeline(createReadStream(file), createGunzip(), () => {});

/** Where bzip2 is. A PATH could name a folder of the workspace, so it is not searched. */
const SYSTEM_PATH = '/usr/bin:/bin:/usr/local/bin:/opt/homebrew/bin:/run/current-system/sw/bin';

/** Node has no bzip2, but every supported system has a program for it. */
async function unpackBzip(file: string, folder: UnpackFolder): Promise<void> {
  const [command, ...args] =
    process.platform === 'win32'
      ? [
          join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'tar.exe'),
          '-cf',
          '-',
          `@${file}`,
        ]
      : ['bzip2', '-dc', file];
  const child = spawn(command ?? '', args, {
    cwd: dirname(file),
    env: process.platform === 'win32' ? process.env : { PATH: SYSTEM_PATH },
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', () => reject(new ArchiveError(t("it needs bzip2, which isn't installed"))));
    child.on('close', code =>
      code === 0 ? resolve() : reject(new ArchiveError(t('it is damaged (bzip2)'))),
    );
  });
  try {
    await Promise.all([unpackTar(child.stdout, folder), ended]);
  } finally {
    child.kill();
  }
}

/** An error of zlib for invalid data, or a file that occurs twice. */
function isDamage(error: unknown): error is Error {
  const code = errorCode(error) ?? '';
  return code.startsWith('Z_') || code === 'EEXIST' || code === 'ENOTDIR';
}
