import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { createTemporaryFolder } from '../../../harness/createTemporaryFolder.ts';

/** Bundles a source file as a program in a folder that the caller deletes. */
export async function bundle(source: string, name: string): Promise<string> {
  const outfile = join(await createTemporaryFolder('bundle'), `${name}.cjs`);
  const root = fileURLToPath(new URL('../../../..', import.meta.url));
  await build({
    entryPoints: [join(root, source)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
  });
  return outfile;
}
