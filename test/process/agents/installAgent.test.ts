import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import type { installAgent as install } from '../../agents/installAgent.ts';
import type { RealAgent } from '../../agents/realAgent.ts';
import { inProject, toolScript } from '../../harness/paths.ts';
import { createTemporaryFolder, removeFolder } from '../../harness/createTemporaryFolder.ts';

/** npm retries, and the machine may be busy. */
const TIME_LIMIT_MS = 120_000;

const nobody: RealAgent = {
  id: 'nobody',
  name: 'Nobody',
  packages: ['nobody-has-this@1.2.3'],
  program: 'nobody-has-this/main.js',
};

let cache: string;
let installAgent: typeof install;

beforeAll(async () => {
  cache = await createTemporaryFolder('agents');
  vi.stubEnv('XDG_CACHE_HOME', cache);
  vi.stubEnv('npm_config_noproxy', '127.0.0.1');
  ({ installAgent } = await import('../../agents/installAgent.ts'));
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await removeFolder(cache);
});

const hasNothing: RequestListener = (_, response) => response.writeHead(404).end('{}');
const neverAnswers: RequestListener = () => {};

it.each([
  { registry: 'cannot be reached', serve: undefined, why: 'ECONNREFUSED' },
  { registry: 'does not have it', serve: hasNothing, why: '404' },
  { registry: 'never answers', serve: neverAnswers, why: 'it took too long' },
])(
  'a registry that $registry is the reason why an agent is missing',
  async ({ serve, why }) => {
    vi.stubEnv('npm_config_registry', await registry(serve));
    const limitMs = serve === neverAnswers ? 1000 : TIME_LIMIT_MS;
    const installed = await installAgent(nobody, limitMs);
    const expected = 'npm could not deliver nobody-has-this@1.2.3: ';
    expect(installed).toMatchObject({ kind: 'missing' });
    expect(JSON.stringify(installed)).toContain(expected);
    expect(JSON.stringify(installed)).toContain(why);
  },
  TIME_LIMIT_MS,
);

it(
  'an agent that cannot be downloaded is skipped with that reason, and nothing fails',
  async () => {
    const report = path.join(cache, 'report.json');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        toolScript('vitest'),
        'run',
        `--config=${inProject('test/vitest.agents.config.ts')}`,
        '--reporter=verbose',
        '--reporter=json',
        `--outputFile.json=${report}`,
        'runs/codex-zed.',
      ],
      { env: { ...process.env, npm_config_registry: await registry(hasNothing) } },
    );
    const { numFailedTests, numPassedTests, numPendingTests } = JSON.parse(
      await readFile(report, 'utf8'),
    ) as Readonly<Record<string, number>>;
    expect({ numFailedTests, numPassedTests }).toEqual({ numFailedTests: 0, numPassedTests: 0 });
    expect(numPendingTests).toBeGreaterThan(9);
    expect(stdout.split('npm could not deliver @zed-industries/codex-acp@').length - 1).toBe(
      numPendingTests,
    );
  },
  TIME_LIMIT_MS,
);

/** The address of a test registry; without a handler, an address where nothing listens. */
async function registry(serve: RequestListener | undefined): Promise<string> {
  const server = createServer(serve);
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  if (serve) {
    onTestFinished(() => closed(server));
  } else {
    await closed(server);
  }
  return `http://127.0.0.1:${port}`;
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise(resolve => {
    server.close(resolve);
  });
}
