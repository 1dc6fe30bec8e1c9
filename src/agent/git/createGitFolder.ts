import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Creates a git folder of our own with no refs, through which git uses the objects or attributes of the user's
 * repository without reading its configuration. `config` is the text of its configuration file.
 */
export async function createGitFolder(dir: string, config: string): Promise<void> {
  await mkdir(path.join(dir, 'objects', 'info'), { recursive: true });
  await mkdir(path.join(dir, 'refs'), { recursive: true });
  await mkdir(path.join(dir, 'info'), { recursive: true });
  await writeFile(path.join(dir, 'config'), config);
  await writeFile(path.join(dir, 'HEAD'), 'ref: refs/heads/main\n');
}
