import { createHash } from 'node:crypto';
import { readFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { mapWithLimit } from '../../../core/async/mapWithLimit.ts';
import { errorCode } from '../../../core/errorCode.ts';

/** Whether one of these objects has a file in a folder of objects that does not contain what its name says. */
export async function isAnyDamaged(objects: string, ids: Iterable<string>): Promise<boolean> {
  const files = [...ids].map(id => path.join(objects, id.slice(0, 2), id.slice(2)));
  return (await mapWithLimit(files, isDamaged)).includes(true);
}

/**
 * Deletes all loose objects that are damaged, such as those that were written before a power failure. Git never replaces
 * an object that has a file.
 */
export async function deleteDamagedObjects(objects: string): Promise<void> {
  const folders = (await readdir(objects)).filter(name => /^[0-9a-f]{2}$/.test(name));
  for (const folder of folders) {
    const names = await readdir(path.join(objects, folder));
    const loose = names.filter(name => /^[0-9a-f]{38}$/.test(name));
    await mapWithLimit(loose, async name => {
      const file = path.join(objects, folder, name);
      await ((await isDamaged(file)) ? rm(file, { force: true }) : undefined);
    });
  }
}

async function isDamaged(file: string): Promise<boolean> {
  try {
    const bytes = await promisify(inflate)(await readFile(file));
    const id = path.basename(path.dirname(file)) + path.basename(file);
    return createHash('sha1').update(bytes).digest('hex') !== id;
  } catch (error) {
    return errorCode(error)?.startsWith('Z_') === true; // Otherwise it is missing, or cannot be opened.
  }
}
