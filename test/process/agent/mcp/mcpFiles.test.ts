import { execFileSync } from 'node:child_process';
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { findUserMcpFile, readMcpFile, withEnvFile } from '../../../../src/agent/mcp/mcpFiles.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});

describe('an mcp.json', () => {
  it('is read if it is there', async () => {
    const file = join(folder, 'mcp.json');
    expect(await readMcpFile(file)).toBeUndefined();
    await writeFile(file, '{ "servers": {} }');
    expect(await readMcpFile(file)).toBe('{ "servers": {} }');
    expect(await readMcpFile(join(file, 'below'))).toBeUndefined();
  });

  it('is not read if it is too large or no file', async () => {
    const large = join(folder, 'large.json');
    await writeFile(large, '{}');
    await truncate(large, 1024 * 1024 + 1);
    await expect(readMcpFile(large)).rejects.toThrow('1024 KB');
    await expect(readMcpFile(folder)).rejects.toThrow('must be a file');
  });

  it.skipIf(process.platform === 'win32')('that is a pipe does not block', async () => {
    const pipe = join(folder, 'mcp.json');
    execFileSync('mkfifo', [pipe]);
    await expect(readMcpFile(pipe)).rejects.toThrow('must be a file');
  });
});

describe('the mcp.json of the user', () => {
  const WORKSPACE = 'file:///work';

  async function storeState(profile: string, flags: object = {}): Promise<void> {
    await mkdir(join(folder, 'globalStorage'), { recursive: true });
    const state = {
      profileAssociations: { workspaces: { [WORKSPACE]: profile } },
      userDataProfiles: [{ location: '-1a2b', name: 'Python', useDefaultFlags: flags }],
    };
    await writeFile(join(folder, 'globalStorage', 'storage.json'), JSON.stringify(state));
  }

  it('belongs to the profile of the workspace', async () => {
    expect(await findUserMcpFile(folder, WORKSPACE)).toBe(join(folder, 'mcp.json'));
    await storeState('-1a2b');
    const ofProfile = join(folder, 'profiles', '-1a2b', 'mcp.json');
    expect(await findUserMcpFile(folder, WORKSPACE)).toBe(ofProfile);
    expect(await findUserMcpFile(folder, 'file:///other')).toBe(join(folder, 'mcp.json'));
    expect(await findUserMcpFile(folder, undefined)).toBe(join(folder, 'mcp.json'));
  });

  it.each([
    ['__default__profile__', {}],
    ['-1a2b', { mcp: true }],
    ['../../etc', {}],
  ])('is that of the default profile for %s with %j', async (profile, flags) => {
    await storeState(profile, flags);
    expect(await findUserMcpFile(folder, WORKSPACE)).toBe(join(folder, 'mcp.json'));
  });
});

describe('an envFile', () => {
  const server = { name: 'one', command: 'node', args: [], env: [{ name: 'A', value: 'own' }] };
  const candidate = { name: 'one', source: 'userFile', server } as const;

  it('adds variables, but does not replace those of the server', async () => {
    const file = join(folder, '.env');
    await writeFile(file, 'A=other\nB="two ${env:PATH}"\n# C=3\n');
    const { server: merged } = await withEnvFile(candidate, file);
    expect(merged).toEqual({
      ...server,
      env: [
        { name: 'A', value: 'own' },
        { name: 'B', value: 'two ${env:PATH}' },
      ],
    });
  });

  it('that is missing leaves the server out', async () => {
    const { server: none, problem } = await withEnvFile(candidate, join(folder, 'missing'));
    expect(none).toBeUndefined();
    expect(problem).toContain('envFile');
    expect(await withEnvFile(candidate, undefined)).toBe(candidate);
  });
});
