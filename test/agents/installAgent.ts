import { access, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cached, npm } from '../harness/download/cache.mjs';
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

/** Time for a download of some hundred megabytes. */
const DOWNLOAD_MS = 240_000;

/**
 * Gets an agent into the cache folder, unless it is there: never into the project. No script of a package is run, and the
 * versions are exact. Where the registry cannot deliver it in time, the answer says why.
 */
export async function installAgent(agent: RealAgent, limitMs = DOWNLOAD_MS): Promise<Installed> {
  const key = path.join('agents', `${agent.id}-${versionOf(agent)}`);
  try {
    const folder = await cached(key, async into => {
      await writeFile(path.join(into, 'package.json'), '{ "private": true }\n');
      await npm(
        ['install', '--ignore-scripts', '--save-exact', ...PATIENCE, ...agent.packages],
        into,
        limitMs,
      );
      // npm passes over what it cannot get of a program's parts for this platform.
      await access(path.join(into, 'node_modules', agent.program));
    });
    return { kind: 'there', folder };
  } catch (error) {
    const why = `npm could not deliver ${agent.packages.join(', ')}: ${reasonOf(error)}`;
    return { kind: 'missing', why };
  }
}

/** What npm says in many lines, in one. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  if ('killed' in error && error.killed === true) {
    return 'it took too long';
  }
  const [first = ''] = error.message.split('\n');
  return /npm error (?!code|syscall|errno)(.*)/.exec(error.message)?.[1] ?? first;
}
