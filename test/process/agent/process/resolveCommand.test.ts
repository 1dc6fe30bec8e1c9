import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, win32 } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProgramFiles } from '../../../../src/agent/process/programFiles.ts';
import { resolveCommand, withTrustedPath } from '../../../../src/agent/process/resolveCommand.ts';
import type { CommandSearch } from '../../../../src/agent/process/resolveCommand.ts';
import { createTemporaryFolder, removeFolder } from '../../../harness/createTemporaryFolder.ts';

describe.skipIf(process.platform === 'win32')('resolveCommand', () => {
  let folder = '';
  const at = (...path: string[]): string => join(folder, ...path);

  beforeAll(async () => {
    folder = await createTemporaryFolder('resolve');
    for (const name of ['one/tool', 'two/tool', 'two/other', 'workspace/bin/tool']) {
      await mkdir(dirname(at(name)), { recursive: true });
      await writeFile(at(name), '#!/bin/sh\n');
      await chmod(at(name), 0o755);
    }
    await writeFile(at('one/other'), 'not executable');
    await mkdir(at('one/folder'));
    await symlink(at('workspace/bin'), at('linked'));
  });

  afterAll(async () => {
    await removeFolder(folder);
  });

  const search = (...entries: string[]): CommandSearch => ({
    environment: { PATH: entries.join(':') },
    workspaceRoots: [at('workspace')],
  });

  it('returns the first program on the PATH', async () => {
    expect(await resolveCommand('tool', ['a'], search(at('one'), at('two')))).toEqual({
      kind: 'found',
      program: at('one/tool'),
      args: ['a'],
    });
  });

  it('skips files that are not executable, and folders', async () => {
    expect(await resolveCommand('other', [], search(at('one'), at('two')))).toMatchObject({
      program: at('two/other'),
    });
    expect(await resolveCommand('other', [], search(at('one')))).toEqual({
      kind: 'notExecutable',
      path: at('one/other'),
    });
    expect(await resolveCommand('folder', [], search(at('one')))).toEqual({ kind: 'missing' });
  });

  it('skips programs in the workspace, also through a link', async () => {
    const planted = search(at('workspace/bin'), at('linked'));
    expect(await resolveCommand('tool', [], planted)).toMatchObject({ kind: 'onlyInWorkspace' });
    const both = search(at('workspace/bin'), at('linked'), at('two'));
    expect(await resolveCommand('tool', [], both)).toMatchObject({ program: at('two/tool') });
  });

  it('skips the working directory, which empty and relative entries mean', async () => {
    const here = process.cwd();
    process.chdir(at('one'));
    try {
      expect(await resolveCommand('tool', [], search('', '.', 'bin'))).toEqual({ kind: 'missing' });
    } finally {
      process.chdir(here);
    }
  });

  it('accepts an absolute path, even in the workspace, because the user wrote it', async () => {
    const path = at('workspace/bin/tool');
    expect(await resolveCommand(path, [], search())).toMatchObject({ program: path });
  });
});

/** npm's own shim, as in Node for Windows. */
const NPX_CMD = String.raw`:: Created by npm, please don't edit manually.
@ECHO OFF

SETLOCAL

SET "NODE_EXE=%~dp0\node.exe"
IF NOT EXIST "%NODE_EXE%" (
  SET "NODE_EXE=node"
)

SET "NPM_PREFIX_JS=%~dp0\node_modules\npm\bin\npm-prefix.js"
SET "NPX_CLI_JS=%~dp0\node_modules\npm\bin\npx-cli.js"
FOR /F "delims=" %%F IN ('CALL "%NODE_EXE%" "%NPM_PREFIX_JS%"') DO (
  SET "NPM_PREFIX_NPX_CLI_JS=%%F\node_modules\npm\bin\npx-cli.js"
)
IF EXIST "%NPM_PREFIX_NPX_CLI_JS%" (
  SET "NPX_CLI_JS=%NPM_PREFIX_NPX_CLI_JS%"
)

"%NODE_EXE%" "%NPX_CLI_JS%" %*
`;

/** The shim that `npm install -g` writes. */
const NPM_SHIM = String.raw`@ECHO off
GOTO start
:find_dp0
SET dp0=%~dp0
EXIT /b
:start
SETLOCAL
CALL :find_dp0

IF EXIST "%dp0%\node.exe" (
  SET "_prog=%dp0%\node.exe"
) ELSE (
  SET "_prog=node"
  SET PATHEXT=%PATHEXT:;.JS;=;%
)

endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%"  "%dp0%\node_modules\@google\gemini-cli\dist\index.js" %*
`;

const EXE_SHIM = String.raw`@"%~dp0\node_modules\opencode-ai\bin\opencode.exe"   %*`;

describe('resolveCommand on Windows', () => {
  const NODE = String.raw`C:\Program Files\nodejs\node.exe`;
  const files: Record<string, string> = {
    [NODE]: 'MZ',
    [String.raw`C:\Program Files\nodejs\npx.cmd`]: NPX_CMD,
    [String.raw`C:\Users\me\npm\gemini.cmd`]: NPM_SHIM,
    [String.raw`C:\Users\me\npm\opencode.cmd`]: EXE_SHIM,
    [String.raw`C:\Users\me\npm\odd.bat`]: '@echo %*',
    [String.raw`C:\Users\me\bin\uvx.exe`]: 'MZ',
    [String.raw`C:\ws\npx.cmd`]: EXE_SHIM,
  };
  const lower = new Map(Object.entries(files).map(([path, text]) => [path.toLowerCase(), text]));
  const memory: ProgramFiles = {
    getKind: async path => (lower.has(win32.normalize(path).toLowerCase()) ? 'program' : 'missing'),
    readHead: async path => lower.get(win32.normalize(path).toLowerCase()) ?? '',
    realPath: async path => path,
  };
  const search: CommandSearch = {
    environment: {
      Path: String.raw`.;C:\WS;"C:\Program Files\nodejs";C:\Users\me\npm;C:\Users\me\bin`,
      PATHEXT: '.COM;.EXE;.BAT;.CMD',
    },
    workspaceRoots: [String.raw`c:\ws`],
    platform: 'win32',
    files: memory,
  };

  it('resolves npx to node and its script, and skips the workspace', async () => {
    expect(await resolveCommand('npx', ['-y', 'a&calc'], search)).toEqual({
      kind: 'found',
      program: NODE,
      args: [String.raw`C:\Program Files\nodejs\node_modules\npm\bin\npx-cli.js`, '-y', 'a&calc'],
    });
  });

  it('resolves the shims of installed packages', async () => {
    expect(await resolveCommand('gemini', ['--acp'], search)).toEqual({
      kind: 'found',
      program: NODE,
      args: [String.raw`C:\Users\me\npm\node_modules\@google\gemini-cli\dist\index.js`, '--acp'],
    });
    expect(await resolveCommand('opencode', ['acp'], search)).toEqual({
      kind: 'found',
      program: String.raw`C:\Users\me\npm\node_modules\opencode-ai\bin\opencode.exe`,
      args: ['acp'],
    });
  });

  it('passes on a PATH without relative entries and with the workspace last', async () => {
    expect((await withTrustedPath(search))['Path']).toBe(
      String.raw`C:\Program Files\nodejs;C:\Users\me\npm;C:\Users\me\bin;C:\WS`,
    );
    expect(await withTrustedPath({ ...search, environment: { A: 'b' } })).toEqual({ A: 'b' });
  });

  it('returns native programs as they are', async () => {
    expect(await resolveCommand('uvx', [], search)).toMatchObject({
      program: String.raw`C:\Users\me\bin\uvx.exe`,
    });
  });

  it('refuses scripts that need cmd.exe', async () => {
    expect(await resolveCommand('odd', ['a'], search)).toEqual({
      kind: 'needsShell',
      path: String.raw`C:\Users\me\npm\odd.bat`,
    });
  });
});
