import { access, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cached, npm } from '../harness/download/cache.mjs';
import { versionOf, type RealAgent } from './realAgent.ts';

/** The result of installing an agent from the npm registry. */
export type Installed =
  | { readonly kind: 'there'; readonly folder: string }
  | { readonly kind: 'missing'; readonly why: string };

/** Limits the retries of npm, which takes minutes without a network. */
const PATIENCE = [
  '--fetch-retries=2',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=5000',
];

/** Enough time to download some hundred megabytes. */
const DOWNLOAD_MS = 240_000;

/**
 * Installs an agent into the cache folder, unless it is there, and never into the project. Install scripts do not run,
 * and the versions are exact. If the registry does not deliver it in time, the result says why.
 */
export async function installAgent(agent: RealAgent, limitMs = DOWNLOAD_MS): Promise<Installed> {
  const key = path.join('agents', `${agent.installedAs ?? agent.id}-${versionOf(agent)}`);
  try {
    const folder = await cached(key, async into => {
      await writeFile(path.join(into, 'package.json'), '{ "private": true }\n');
      await npm(
        ['install', '--ignore-scripts', '--save-exact', ...PATIENCE, ...agent.packages],
        into,
        limitMs,
      );
      // npm silently skips optional packages that it cannot download, such as the program for this platform.
      await access(path.join(into, 'node_modules', agent.program));
    });
    return { kind: 'there', folder };
  } catch (error) {
    const why = `npm could not deliver ${agent.packages.join(', ')}: ${reasonOf(error)}`;
    return { kind: 'missing', why };
  }
}

/** Shortens the error of npm to one line. */
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
