import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const lockedPackage = z.object({
  version: z.string(),
  license: z.string().optional(),
  integrity: z.string().optional(),
  dev: z.boolean().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
});

const lockFile = z.object({
  name: z.string(),
  version: z.string(),
  packages: z.record(z.string(), lockedPackage),
});

type LockedPackage = z.infer<typeof lockedPackage>;

/**
 * The software bill of materials of a project in CycloneDX JSON: the packages of the lock file that are not for development
 * only. It has neither a date nor a random number, so that two builds give the same file.
 */
export async function createSbom(folder: string): Promise<string> {
  const text = await readFile(path.join(folder, 'package-lock.json'), 'utf8');
  const { name, version, packages } = lockFile.parse(JSON.parse(text));
  const shipped = Object.entries(packages).filter(([key, locked]) => key !== '' && !locked.dev);
  const components = shipped.map(([key, locked]) => toComponent(nameOf(key), locked));
  const refs = new Map(
    shipped.map(([key, locked]) => [nameOf(key), purl(nameOf(key), locked.version)]),
  );
  const project = { type: 'application', 'bom-ref': `${name}@${version}`, name, version };
  const dependsOn = (locked: LockedPackage | undefined): readonly string[] =>
    Object.keys(locked?.dependencies ?? {}).flatMap(one => refs.get(one) ?? []);
  const dependencies = [
    { ref: project['bom-ref'], dependsOn: dependsOn(packages['']) },
    ...shipped.map(([key, locked]) => ({
      ref: purl(nameOf(key), locked.version),
      dependsOn: dependsOn(locked),
    })),
  ];
  const sbom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: project },
    components,
    dependencies,
  };
  return `${JSON.stringify(sbom, undefined, 2)}\n`;
}

const nameOf = (key: string): string => key.replace(/^.*node_modules\//, '');

const purl = (name: string, version: string): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

function toComponent(name: string, { version, license, integrity }: LockedPackage): object {
  const [algorithm, hash] = integrity?.split('-') ?? [];
  return {
    type: 'library',
    'bom-ref': purl(name, version),
    name,
    version,
    purl: purl(name, version),
    ...(license ? { licenses: [{ expression: license }] } : {}),
    ...(algorithm === 'sha512' && hash
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }
      : {}),
  };
}
