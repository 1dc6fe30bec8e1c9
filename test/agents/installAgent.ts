import { access, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cached, npm } from '../rig/cache.mjs';
import { versionOf, type RealAgent } from './realAgent.ts';

/** What came of getting an agent from the npm registry. */
export type Installed =
  | { readonly kind: 'there'; readonly folder: string }
  | { readonly kind: 'missing'; readonly why: string };

/** Without a network npm would go on trying for minutes. */
const PATIENCE = [
  '--fetch-retries=2',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=5000',
];

/**
 * Gets an agent into the cache folder, unless it is there: never into the project. No script of a package is run, and the
 * versions are exact. Where the registry cannot deliver it, the answer says why.
 */
export async function installAgent(agent: RealAgent): Promise<Installed> {
  const key = path.join('agents', `${agent.id}-${versionOf(agent)}`);
  try {
    const folder = await cached(key, async into => {
      await writeFile(path.join(into, 'package.json'), '{ "private": true }\n');
      await npm(
        ['install', '--ignore-scripts', '--save-exact', ...PATIENCE, ...agent.packages],
        into,
      );
      // npm passes over what it cannot get of a program's parts for this platform.
      await access(path.join(into, 'node_modules', agent.program));
    });
    return { kind: 'there', folder };
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    const reason = /npm error (?!code|syscall|errno)(.*)/.exec(words)?.[1] ?? words.split('\n')[0];
    return {
      kind: 'missing',
      why: `npm could not deliver ${agent.packages.join(', ')}: ${reason}`,
    };
  }
}
