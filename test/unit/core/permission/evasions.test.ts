import { describe, expect, it } from 'vitest';
import { LINUX_PATHS, WINDOWS_PATHS } from '../../../../src/core/files/pathStyle.ts';
import type { PermissionRule } from '../../../../src/core/permission/permissionRule.ts';
import { PermissionRules } from '../../../../src/core/permission/permissionRules.ts';

/** The decision about a line if everything is allowed but one command. */
function decide(line: string, denied: string, shell: 'posix' | 'other' = 'posix'): string {
  const rules: readonly PermissionRule[] = [
    { decision: 'allow', kind: 'execute' },
    { decision: 'deny', command: denied },
  ];
  const style = shell === 'posix' ? LINUX_PATHS : WINDOWS_PATHS;
  const environment = { roots: ['/w'], style, shell, homeFolder: '/home/u' };
  return new PermissionRules('rules', rules, environment).decide({
    agentId: 'a',
    agentName: 'A',
    kind: 'execute',
    paths: [],
    command: { kind: 'line', line },
  }).decision;
}

describe('a denied command is not allowed', () => {
  it.each([
    "env '-Srm x'",
    "env -S'rm x'",
    "env --split-string='rm x'",
    "su -c'rm x'",
    "su --command='rm x'",
    "script '-qcrm x' /dev/null",
    "script --command='rm x' /dev/null",
    "git rebase -x 'rm x' HEAD~1",
    "git ls-remote --upload-pack='rm x;' .",
    "git difftool -y -x 'rm x'",
    'git difftool --extcmd=rm',
    "git filter-branch --tree-filter 'rm x' HEAD",
    'git grep -Orm x',
    "git -c core.sshCommand='rm x' fetch",
    'git -c diff.external=rm diff',
    'echo rm x | sh',
    'printf %s cm0geA | base64 -d | sh',
    'cat x | sudo bash -s',
    'cat x | bash --norc',
    'cat x | env zsh',
    'echo rm x | xargs env',
    "cat x | xargs '-I%' sh -c %",
    'cat x | xargs -n1 sudo',
    'cat x | parallel',
    'cat x | at now',
    'cat x | crontab -',
    'alias z=rm\nz x',
    'hash -p /bin/rm z; z x',
    "compgen -C 'rm x'",
    "mapfile -C 'rm x' -c 1 a",
    "tar cf /dev/null f --checkpoint=1 --checkpoint-action=exec='rm x'",
    "tar -I 'rm x' -cf a b",
    "rsync -e 'rm x' a b:c",
    'setarch x86_64 rm x',
    '/lib64/ld-linux-x86-64.so.2 /bin/rm x',
    "npx --call='rm x'",
    'npx --call=rm',
    "npm -c 'rm x' exec",
    "tmux new -d 'rm x'",
    'screen -dm rm x',
    'mise x -- rm y',
    'fd . -Xrm',
    'fd . --exec=rm',
    'noglob rm x',
    'nocorrect rm x',
    '- rm x',
    'repeat 1 rm x',
    'valgrind rm x',
    "sg grp 'rm x'",
    "socat - EXEC:'rm x'",
    "strace -o '|rm x' ls",
    "vim -es -c '!rm x' -c q",
    "ssh -o ProxyCommand='rm x' h",
    'cmake -E env rm x',
    `awk 'BEGIN{system("rm x")}'`,
    `perl -e 'exec "rm","x"'`,
    "sed -n '1e rm x' f",
    'Rm x',
    'sudo RM x',
  ])('in %j', line => {
    expect(decide(line, 'rm *')).not.toBe('allow');
    expect(decide(line, 'RM *')).not.toBe('allow');
    expect(decide(line, 'r*m *')).not.toBe('allow');
  });

  it.each([
    '@del x',
    ',del x',
    '=del x',
    'call del x',
    'if exist x del x',
    'del\\x',
    'DEL x',
    'start /b del x',
    'cmd /q/cdel x',
    'for x in y do del x',
  ])('in %j of cmd', line => {
    expect(decide(line, 'del *', 'other')).not.toBe('allow');
  });

  it.each(['remove-item x', 'REMOVE-ITEM x', 'iex Remove-Item', 'powershell -c remove-item x'])(
    'in %j of PowerShell',
    line => {
      expect(decide(line, 'Remove-Item *', 'other')).not.toBe('allow');
    },
  );

  it('whatever precedes it', () => {
    for (const line of ['env -vSrm', `sudo ${'-w '.repeat(30)} rm x`, 'a=b rm x']) {
      expect(decide(line, 'rm *')).not.toBe('allow');
    }
  });
});

describe('other commands stay allowed', () => {
  it.each([
    'npm run build --quiet',
    "bash -lc 'cd a && npm ci && git add -A'",
    'ls src | xargs grep -n form',
    "find . -name '*.ts' -perm 644",
    'git commit -m "Confirm the form"',
    'bash build.sh --rmdir',
    'cat rmdir farm/x.rm.txt',
    'docker run --name farmer x',
    'sudo npm test',
    'ls | xargs rmdir',
    'sh -x run.sh',
  ])('such as %j', line => {
    expect(decide(line, 'rm *')).toBe('allow');
  });

  it('if they mention a program without the subcommand that is denied', () => {
    expect(decide('which git', 'git push *')).toBe('allow');
    expect(decide("env '-Sgit push'", 'git push *')).toBe('ask');
    expect(decide('git status', 'git push *')).toBe('allow');
    expect(decide('sudo git status', 'git push *')).toBe('allow');
    expect(decide('git status', 'git push *', 'other')).toBe('allow');
    expect(decide('C:\\tools\\git.exe status', 'git push *', 'other')).toBe('allow');
  });
});

const words = (count: number): readonly string[] =>
  Array.from({ length: count }, (_none, index) => `w${index}`);

it('a decision takes little time, whatever the line is', () => {
  const rules = Array.from({ length: 1_000 }, (_none, index): PermissionRule => ({
    decision: index % 2 === 0 ? 'deny' : 'ask',
    command: index % 10 === 0 ? `p*${index} *` : `prog${index} sub *`,
  }));
  const environment = {
    roots: ['/w'],
    style: LINUX_PATHS,
    shell: 'posix',
    homeFolder: '/h',
  } as const;
  const decider = new PermissionRules('rules', rules, environment);
  for (const line of [
    Array.from({ length: 17 }, () => `sudo${' -w'.repeat(190)}`).join(';'),
    `sudo ${Array.from({ length: 190 }, () => "'-w -w -w -w -w -w -w -w -w'").join(' ')}`,
    `sudo ${words(190).join(' ')}`,
    `docker exec ${'-w '.repeat(190)}x`,
    `echo $X ${'a '.repeat(4_900)}`,
    `echo $X ${words(1_600).join(' ')}`,
    `echo ${words(1_600).join(' ')}`,
    'a run '.repeat(1_600),
    'sudo -a -b -c -d -e -f -g -h\n'.repeat(330),
    `find ${'-exec a '.repeat(1_200)}`,
    `x ${`-${'a'.repeat(60)} `.repeat(150)}`,
  ]) {
    const before = process.cpuUsage();
    decider.decide({
      agentId: 'a',
      agentName: 'A',
      kind: 'execute',
      paths: [],
      command: { kind: 'line', line },
    });
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000, line.slice(0, 40)).toBeLessThan(150);
  }
});
