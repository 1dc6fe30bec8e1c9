import { describe, expect, it } from 'vitest';
import { isNpmRunner, isPackageRunner } from '../../../../src/core/catalog/packageRunner.ts';

describe('isPackageRunner', () => {
  it.each([
    ['npx', ['-y', 'agent']],
    ['/usr/bin/npx', ['agent']],
    ['C:\\Program Files\\nodejs\\NPX.CMD', ['agent']],
    ['npm', ['exec', '--', 'agent']],
    ['npm', ['--yes', '--prefix', 'folder', 'x', 'agent']],
    ['bunx', ['agent']],
    ['bun', ['--silent', 'x', 'agent']],
    ['pnpm', ['--package', 'agent', 'dlx', 'agent']],
    ['pnpx', ['agent']],
    ['yarn', ['dlx', '-q', 'agent']],
    ['uvx', ['--from', 'package', 'agent']],
    ['uv', ['tool', 'run', 'agent']],
    ['uv', ['--offline', 'tool', '--quiet', 'run', 'agent']],
    ['pipx', ['run', 'agent']],
    ['deno', ['run', '-A', 'npm:agent']],
    ['deno', ['jsr:@scope/agent']],
    ['dnx', ['agent']],
  ])('knows that %s %j runs a package', (command, args) => {
    expect(isPackageRunner(command, args)).toBe(true);
  });

  it.each([
    ['npm', ['run', 'x']],
    ['npm', ['start', '--', 'exec']],
    ['bun', ['run', 'x']],
    ['pnpm', ['run', 'dlx']],
    ['pipx', ['list', 'run']],
    ['uv', ['run', 'agent.py']],
    ['uv', ['tool', 'install', 'run']],
    ['deno', ['run', 'agent.ts']],
    ['agent', ['npx']],
    ['npxagent', []],
    ['', []],
  ])('leaves %s %j where it is', (command, args) => {
    expect(isPackageRunner(command, args)).toBe(false);
  });
});

describe('isNpmRunner', () => {
  it.each([
    ['npx', ['agent'], true],
    ['npm', ['exec', 'agent'], true],
    ['npm', ['start'], false],
    ['bunx', ['agent'], false],
  ])('is, for %s %j, %s', (command, args, expected) => {
    expect(isNpmRunner(command, args)).toBe(expected);
  });
});
