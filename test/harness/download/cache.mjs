// @ts-check
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { untar } from './untar.mjs';

const ABANDONED_AFTER_MS = 60 * 60 * 1000;

/** The cache is outside the clone, so that a fresh clone on the same machine is quick. */
export const cacheFolder = path.join(userCache(), 'accord-rig');

/**
 * The folder `key` of the cache, filled by `fill` if it is not there yet. It is filled aside and then moved into place,
 * so a folder in the cache is always complete, also when two runs fill it at once or one is interrupted.
 * @param {string} key
 * @param {(folder: string) => Promise<void>} fill
 * @returns {Promise<string>}
 */
export async function cached(key, fill) {
  const folder = path.join(cacheFolder, key);
  if (existsSync(folder)) {
    return folder;
  }
  const partials = path.join(cacheFolder, 'partial');
  await mkdir(partials, { recursive: true });
  await removeAbandoned(partials);
  const partial = await mkdtemp(path.join(partials, `${path.basename(key)}-`));
  try {
    await fill(partial);
    await mkdir(path.dirname(folder), { recursive: true });
    await moveInto(folder, partial);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return folder;
}

/**
 * Unpacks a package of the npm registry, without its dependencies and without running any of its scripts.
 * @param {string} spec for example `code-server@4.139.1`
 * @param {string} folder
 * @param {string} [inside] only what lies in this folder of the package
 */
export async function unpackPackage(spec, folder, inside = '') {
  const download = path.join(folder, '.download');
  await mkdir(download);
  await npm(['pack', spec, '--ignore-scripts', '--pack-destination', download], folder);
  for (const name of await readdir(download)) {
    const archive = gunzipSync(await readFile(path.join(download, name)));
    await untar(archive, folder, path.posix.join('package', inside));
  }
  await rm(download, { recursive: true });
}

/**
 * Runs npm quietly; what it printed is in the error if it fails. It has this much time, or all the time it wants.
 * @param {string[]} args
 * @param {string} cwd
 * @param {number} [limitMs]
 */
export async function npm(args, cwd, limitMs = 0) {
  const quiet = [...args, '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
  const [file, first] = npmProgram();
  await promisify(execFile)(file, [...first, ...quiet], {
    cwd,
    shell: file === 'npm' && process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
    timeout: limitMs,
  });
}

/**
 * The npm that started us, or the one on the path.
 * @returns {[string, string[]]}
 */
function npmProgram() {
  const script = process.env['npm_execpath'];
  return script?.endsWith('npm-cli.js') ? [process.execPath, [script]] : ['npm', []];
}

function userCache() {
  const home = homedir();
  if (process.env['XDG_CACHE_HOME']) {
    return process.env['XDG_CACHE_HOME'];
  }
  if (process.platform === 'win32') {
    return process.env['LOCALAPPDATA'] ?? path.join(home, 'AppData', 'Local');
  }
  return path.join(home, process.platform === 'darwin' ? 'Library/Caches' : '.cache');
}

/**
 * @param {string} folder
 * @param {string} partial
 */
async function moveInto(folder, partial) {
  try {
    await rename(partial, folder);
  } catch (error) {
    // Another run was faster, and its folder is equivalent.
    if (!existsSync(folder)) {
      throw error;
    }
  }
}

/**
 * A run that was killed leaves its half-filled folder behind; a later run clears it away.
 * @param {string} partials
 */
async function removeAbandoned(partials) {
  for (const name of await readdir(partials)) {
    const folder = path.join(partials, name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() })); // Moved into place meanwhile.
    if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
