import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { GitRunner, type GitRunnerOptions } from '../../../../src/agent/git/gitRunner.ts';
import { IsolatedGit } from '../../../../src/agent/git/isolatedGit.ts';
import { getOverridingSettings } from '../../../../src/agent/git/programSettings.ts';
import { UserError } from '../../../../src/core/errors.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

const OPTIONS: GitRunnerOptions = {
  command: 'git',
  cwd: '/',
  env: {},
  settings: [],
  outputLimitBytes: 1_000_000,
  timeLimitMs: 60_000,
};

/** Settings whose value is a program, or that let git fetch or look for one. */
const HARMLESS: Readonly<Record<string, string>> = {
  'core.fsmonitor': 'false',
  'core.hooksPath': '/dev/null',
  'core.pager': 'cat',
  'core.editor': ':',
  'sequence.editor': ':',
  'core.askPass': '',
  'core.sshCommand': '',
  'core.gitProxy': '',
  'core.alternateRefsCommand': '',
  'credential.helper': '',
  'diff.external': '',
  'gpg.program': '',
  'interactive.diffFilter': '',
  'uploadpack.packObjectsHook': '',
  'gc.recentObjectsHook': '',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'protocol.allow': 'never',
  'log.showSignature': 'false',
  'submodule.recurse': 'false',
  'safe.bareRepository': 'explicit',
};

describe('a setting of a repository that names a program', () => {
  it('does not count in any git process', async () => {
    const folder = await temporaryFolder();
    execFileSync('git', ['init', '-q', folder]);
    for (const name of Object.keys(HARMLESS)) {
      execFileSync('git', ['-C', folder, 'config', name, 'evil']);
    }
    const args = ['-C', folder, 'config', '--list', '-z'];
    const { stdout } = await new GitRunner(OPTIONS).run({ args });
    const settings = stdout
      .toString()
      .split('\0')
      .map(entry => entry.split('\n') as [string, string?]);
    // The last value of a setting counts.
    const values = new Map(settings.map(([name, value = '']) => [name.toLowerCase(), value]));
    for (const [name, value] of Object.entries(HARMLESS)) {
      expect([name, values.get(name.toLowerCase())]).toEqual([name, value]);
    }
  });

  it('does not count as a variable either', async () => {
    const program = path.join(await temporaryFolder(), 'git');
    writeFileSync(program, '#!/bin/sh\nexec env\n', { mode: 0o755 });
    const names = ['GIT_ASKPASS', 'SSH_ASKPASS', 'GIT_EDITOR', 'GIT_SEQUENCE_EDITOR', 'GIT_PAGER'];
    const { stdout } = await new GitRunner({ ...OPTIONS, command: program }).run({
      args: [],
      env: Object.fromEntries(names.map(name => [name, 'evil'])),
    });
    const lines = stdout.toString().split('\n');
    expect(lines.filter(line => line.includes('evil'))).toEqual([]);
    expect(lines).toEqual(
      expect.arrayContaining([
        'GIT_ALLOW_PROTOCOL=none',
        'GIT_NO_LAZY_FETCH=1',
        'GIT_TERMINAL_PROMPT=0',
        'GIT_ASKPASS=',
        'SSH_ASKPASS=',
        'GIT_EDITOR=:',
        'GIT_SEQUENCE_EDITOR=:',
        'GIT_PAGER=cat',
        'GIT_LITERAL_PATHSPECS=1',
        'LC_ALL=C',
      ]),
    );
  });
});

describe('getOverridingSettings', () => {
  it.each([
    ['filter.x.clean', 'filter.x.clean='],
    ['filter.x.smudge', 'filter.x.smudge='],
    ['filter.x.process', 'filter.x.process='],
    ['filter.x.required', 'filter.x.required=false'],
    ['diff.x.textconv', 'diff.x.textconv='],
    ['diff.x.command', 'diff.x.command='],
    ['merge.x.driver', 'merge.x.driver='],
    ['credential.https://x.helper', 'credential.https://x.helper='],
    ['gpg.ssh.program', 'gpg.ssh.program='],
    ['gpg.ssh.defaultkeycommand', 'gpg.ssh.defaultkeycommand='],
    ['remote.x.vcs', 'remote.x.vcs='],
    ['remote.x.uploadpack', 'remote.x.uploadpack='],
    ['remote.x.receivepack', 'remote.x.receivepack='],
    ['remote.x.promisor', 'remote.x.promisor=false'],
    ['difftool.x.cmd', 'difftool.x.cmd='],
    ['mergetool.x.guicmd', 'mergetool.x.guicmd='],
    ['x.y.somehook', 'x.y.somehook='],
    ['filter.two\nlines.clean', 'filter.two\nlines.clean='],
  ])('overrules %j', (name, setting) => {
    expect(getOverridingSettings([name, name], '/w')).toEqual([setting]);
  });

  it('turns off a hook that a setting defines, whatever its name', () => {
    expect(getOverridingSettings(['hook.a\nb.command'], '/w')).toEqual([
      'hook.a\nb.command=',
      'hook.a\nb.enabled=false',
    ]);
    expect(getOverridingSettings(['my.hook.x.command'], '/w')).toEqual(['my.hook.x.command=']);
    expect(getOverridingSettings(['hook.x.command.event'], '/w')).toEqual([]);
  });

  it.each(['user.name', 'core.autocrlf', 'filter.clean.x', 'a.helpers', 'remote.x.promisors', ''])(
    'leaves %j alone',
    name => {
      expect(getOverridingSettings([name], '/w')).toEqual([]);
    },
  );

  it('refuses a repository with a name that cannot be overruled', () => {
    expect(() => getOverridingSettings(['filter.a=b.clean'], '/w')).toThrow(
      new UserError("/w wasn't read because its git settings run programs in an unusual way."),
    );
    expect(getOverridingSettings(['user.a=b'], '/w')).toEqual([]);
  });

  it('refuses a repository with more such names than fit on a command line', () => {
    const names = Array.from({ length: 1_001 }, (_, n) => `filter.${n}.clean`);
    expect(() => getOverridingSettings(names, '/w')).toThrow(UserError);
    expect(getOverridingSettings(names.slice(1), '/w')).toHaveLength(1_000);
  });
});

describe('git for a repository of our own', () => {
  it('does not read the settings of the user', async () => {
    const home = await temporaryFolder();
    const git = new IsolatedGit('git', home);
    const listed = await git.run({ args: ['config', '--list', '--show-origin', '-z'] });
    expect(listed.toString()).not.toContain('file:');
    const place = await git.run({ args: ['var', 'GIT_CONFIG_GLOBAL'] }).catch(() => home);
    expect(place.toString()).toContain(home);
  });

  it('has a home folder of its own, no configuration of the system, and minutes of time', async () => {
    const home = await temporaryFolder();
    const program = path.join(await temporaryFolder(), 'git');
    writeFileSync(program, '#!/bin/sh\nsleep 0.5\nexec env\n', { mode: 0o755 });
    const variables = await new IsolatedGit(program, home).run({ args: [] });
    expect(variables.toString().split('\n')).toEqual(
      expect.arrayContaining([
        `HOME=${home}`,
        `XDG_CONFIG_HOME=${home}`,
        'GIT_CONFIG_NOSYSTEM=1',
        'GIT_ATTR_NOSYSTEM=1',
      ]),
    );
  });

  it('names the command, the code and the reason when it fails', async () => {
    const git = new IsolatedGit('git', await temporaryFolder());
    await expect(
      git.run({ args: ['-C', '/', '-c', 'a.b=c', 'rev-parse', '--verify', 'nothing'] }),
    ).rejects.toMatchObject({
      name: 'GitError',
      code: 128,
      message: expect.stringMatching(/^git rev-parse failed \(128\): fatal: .*\S$/s) as string,
    });
    await expect(git.run({ args: ['config', '--get', 'no.such'] })).rejects.toThrow(
      'git config failed (1): no message',
    );
  });
});
