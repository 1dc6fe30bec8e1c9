import { describe, expect, it } from 'vitest';
import { canRunAnyProgram } from '../../../../src/core/permission/programs.ts';

describe('canRunAnyProgram', () => {
  it.each([
    ['git', '-C'],
    ['git', ''],
    ['git', 'a.txt'],
    ['git', 'submodule'],
    ['npm', 'exec'],
    ['yarn', 'dlx'],
    ['uv', 'run'],
    ['make', 'test'],
    ['rg', 'text'],
    ['sort', 'a.txt'],
    ['go', 'test'],
    ['cargo', 'test'],
    ['cargo', ''],
    ['tar', 'xf'],
  ])('is true of %s with %j', (program, first) => {
    expect(canRunAnyProgram(program, first)).toBe(true);
  });

  it.each([
    ['git', 'status'],
    ['npm', 'run'],
    ['npm', 'test'],
    ['ls', '-l'],
    ['tsc', ''],
  ])('is false of %s with %j', (program, first) => {
    expect(canRunAnyProgram(program, first)).toBe(false);
  });

  it.each(
    (
      'bash /usr/bin/env sudo find python3.12 node awk Cmd.exe ' +
      'python pypy pypy3 php php8.2 lua lua5.4 gawk vi vim'
    ).split(' '),
  )('is true of %s', program => {
    expect(canRunAnyProgram(program)).toBe(true);
  });

  it.each(['npm', 'git', 'ls', 'nodemon', 'mypython', 'pythonic'])('is false of %s', program => {
    expect(canRunAnyProgram(program)).toBe(false);
  });
});
