import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resolveSignInProgram } from '../../../../src/agent/authentication/resolveSignInProgram.ts';
import { startAgent } from '../../../../src/agent/process/startAgent.ts';
import { resolveMcpServers } from '../../../../src/agent/mcp/resolveMcpServers.ts';
import { sharedTemporaryFolder } from '../../../harness/temporaryFolder.ts';
import { tarGz } from '../catalog/archives.ts';
import { npmPackage } from '../catalog/npmPackage.ts';
import { bytes, startServer } from '../catalog/testServer.ts';

const bin = { 'runner-agent': 'agent.js' };

/** A package whose program prints its publisher, its working directory, its arguments and the root of npm there. */
const published = (by: string): Buffer =>
  tarGz(
    Object.entries({
      'package.json': JSON.stringify({
        name: 'runner-agent',
        version: '1.0.0',
        bin,
      }),
      'agent.js': `#!/usr/bin/env node
const { execFileSync } = require('node:child_process');
const root = execFileSync('npm', ['prefix'], { encoding: 'utf8' }).trim();
const shell = process.env.npm_config_script_shell ?? '';
console.log(JSON.stringify({ by: '${by}', cwd: process.cwd(), args: process.argv.slice(2), root, shell }));
`,
    }).map(([name, content]) => ({ name: `package/${name}`, content })),
  );

const serve = async (by: string): Promise<string> => {
  const packed = published(by);
  const server = await startServer({
    '/runner-agent': npmPackage('runner-agent', { '1.0.0': packed }, { bin }),
    '/1.0.0.tgz': bytes(packed),
  });
  closers.push(() => server.close());
  return `${server.origin}/`;
};

const closers: (() => Promise<void>)[] = [];
const folder = await sharedTemporaryFolder('runner');
const home = join(folder, 'home');
const runnerFolder = join(folder, 'storage', 'runner');
let workspace = '';
let count = 0;
let hostileRegistry = '';

const environment = {
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  npm_config_update_notifier: 'false',
};

beforeAll(async () => {
  await mkdir(home);
  hostileRegistry = await serve('attacker');
  await writeFile(join(home, '.npmrc'), `registry=${await serve('publisher')}\n`);
  return async () => {
    await Promise.all(closers.map(close => close()));
  };
});

beforeEach(async () => {
  workspace = join(folder, `workspace ${(count += 1)}`);
  await plant('package.json', '{"name":"victim","version":"1.0.0"}');
});

async function plant(name: string, content: string): Promise<string> {
  const path = join(workspace, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content, { mode: 0o755 });
  return path;
}

const HOSTILE = '#!/bin/sh\necho hostile\n';

/** What a repository can contain to take over `npx runner-agent`. */
const attacks: Record<string, () => Promise<unknown>> = {
  'an installed program of that name': () => plant('node_modules/.bin/runner-agent', HOSTILE),
  'a shell among its installed programs': () => plant('node_modules/.bin/sh', HOSTILE),
  'a Node among its installed programs': () => plant('node_modules/.bin/node', HOSTILE),
  'a registry of its own': () => plant('.npmrc', `registry=${hostileRegistry}\n`),
  'a shell of its own': async () =>
    plant('.npmrc', `script-shell=${await plant('shell', HOSTILE)}\n`),
  'options for Node': async () => {
    const file = await plant('hostile.cjs', 'console.log("hostile");');
    await plant('.npmrc', `node-options=--require="${file}"\n`);
  },
  'a program of its own package': async () => {
    await plant('run', HOSTILE);
    await plant('package.json', '{"name":"victim","bin":{"runner-agent":"run"}}');
  },
  'a package in its workspaces': async () => {
    const member = { name: 'runner-agent', version: '1.0.0', bin: { 'runner-agent': 'run' } };
    await plant('packages/one/run', HOSTILE);
    await plant('packages/one/package.json', JSON.stringify(member));
    await plant('package.json', '{"name":"victim","workspaces":["packages/*"]}');
    await mkdir(join(workspace, 'node_modules'), { recursive: true });
    await symlink('../packages/one', join(workspace, 'node_modules/runner-agent'));
  },
};

const npx = {
  name: 'Agent',
  command: 'npx',
  args: ['-y', 'runner-agent', '--acp', 'a b'],
  env: {},
};

/** The output of a program that is started in the workspace. */
async function output(
  launch: { readonly command: string; readonly args: readonly string[] },
  options: { readonly runnerFolder?: string; readonly environment?: Record<string, string> } = {},
): Promise<string> {
  const all = { environment, cwd: workspace, workspaceRoots: [workspace], ...options };
  const agent = await startAgent({ name: 'Agent', env: {}, ...launch }, all);
  agent.stdin.end();
  const printed = await text(agent.stdout);
  const { lastOutput } = await agent.exited;
  return printed || lastOutput;
}

const expected = () => ({
  by: 'publisher',
  cwd: workspace,
  args: ['--acp', 'a b'],
  root: workspace,
  shell: '',
});

describe.skipIf(process.platform === 'win32')('npx in a workspace with', () => {
  it.each(Object.keys(attacks))('%s does not run what was published', async name => {
    await attacks[name]?.();
    expect(await output(npx)).toMatch(/^hostile|"by":"attacker"|runner-agent: not found/);
  });

  it.each(Object.keys(attacks))(
    '%s runs what was published when it starts in our folder, and in the workspace',
    async name => {
      await attacks[name]?.();
      expect(JSON.parse(await output(npx, { runnerFolder }))).toEqual(expected());
    },
  );

  it('all of them runs what was published also as an MCP server, started by an agent', async () => {
    await Promise.all(Object.values(attacks).map(attack => attack()));
    const search = { environment, workspaceRoots: [workspace], runnerFolder };
    const wanted = { name: 'server', command: 'npx', args: npx.args, env: [] };
    const candidate = { name: 'server', source: 'settings', server: wanted } as const;
    const [resolved] = await resolveMcpServers([candidate], search);
    const server = resolved?.server;
    const started = server && 'command' in server ? server : npx;
    expect(JSON.parse(await output(started))).toEqual(expected());
  });

  it('all of them runs what was published also to sign in, and shows that command', async () => {
    await Promise.all(Object.values(attacks).map(attack => attack()));
    const order = {
      ...npx,
      agentName: 'A',
      agentEnv: {},
      cwd: workspace,
      chosenBy: 'user',
    } as const;
    const search = { environment, workspaceRoots: [workspace], runnerFolder };
    const program = await resolveSignInProgram(order, search);
    expect(program.displayText).toMatch(/^"\/[^"]*npx" "-y" "runner-agent" "--acp" "a b"$/);
    expect(JSON.parse(await output(program))).toEqual(expected());
  });
});

describe.skipIf(process.platform === 'win32')('a package runner', () => {
  const runners = [
    'bunx agent',
    'bun x agent',
    'pnpm dlx agent',
    'pnpx agent',
    'yarn dlx agent',
    'uvx agent',
    'uv tool run agent',
    'pipx run agent',
    'deno run -A npm:agent',
  ];

  it.each(runners)('%s runs in a folder of ours', async line => {
    const [command = '', ...args] = line.split(' ');
    const programs = join(folder, 'bin');
    await mkdir(programs, { recursive: true });
    await writeFile(join(programs, command), '#!/bin/sh\npwd; echo "$@"\n', { mode: 0o755 });
    const path = { ...environment, PATH: `${programs}:${environment.PATH}` };
    const printed = await output({ command, args }, { runnerFolder, environment: path });
    expect(printed).toBe(`${runnerFolder}\n${args.join(' ')}\n`);
  });

  it('gets a folder that only the user can change', async () => {
    await output({ command: 'npx', args: ['--version'] }, { runnerFolder });
    expect((await stat(runnerFolder)).mode & 0o777).toBe(0o700);
    expect(await readFile(join(runnerFolder, 'package.json'), 'utf8')).toBe('{"private":true}\n');
  });
});

describe.skipIf(process.platform === 'win32')('the interpreter of an agent', () => {
  it('is not taken from the workspace, which the PATH names first', async () => {
    const script = join(folder, 'agent');
    await writeFile(script, '#!/usr/bin/env node\nconsole.log("genuine");\n', { mode: 0o755 });
    await plant('node', HOSTILE);
    await plant('bin/node', HOSTILE);
    for (const entry of ['', '.', './bin', join(workspace, 'bin')]) {
      const path = { ...environment, PATH: `${entry}:${environment.PATH}` };
      expect(await output({ command: script, args: [] }, { environment: path })).toBe('genuine\n');
    }
  });
});
