import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LINUX_PATHS, MAC_PATHS, WINDOWS_PATHS } from '../../../../src/core/files/pathStyle.ts';
import type { CommandLine } from '../../../../src/core/terminal/commandLine.ts';
import type { PermissionRule } from '../../../../src/core/permission/permissionRule.ts';
import {
  PermissionRules,
  type PermissionEnvironment,
  type PermissionMode,
  type PermissionSubject,
} from '../../../../src/core/permission/permissionRules.ts';
import { suggestRules } from '../../../../src/core/permission/suggestRules.ts';

const ENVIRONMENT: PermissionEnvironment = {
  roots: ['/work'],
  style: LINUX_PATHS,
  shell: 'posix',
  homeFolder: '/home/u',
};

const AGENT = { agentId: 'claude-acp', agentName: 'Claude Code' };

const command = (line: string): PermissionSubject => ({
  ...AGENT,
  kind: 'execute',
  paths: [],
  command: { kind: 'line', line },
});

const edit = (...paths: string[]): PermissionSubject => ({ ...AGENT, kind: 'edit', paths });

function decide(
  subject: PermissionSubject,
  rules: readonly PermissionRule[],
  mode: PermissionMode = 'rules',
): string {
  return new PermissionRules(mode, rules, ENVIRONMENT).decide(subject).decision;
}

describe('rules for commands', () => {
  const test: PermissionRule = { decision: 'allow', kind: 'execute', command: 'npm test' };

  it('allow the exact command and nothing else', () => {
    expect(decide(command('npm test'), [test])).toBe('allow');
    expect(decide(command(`'npm' "test"`), [test])).toBe('allow');
    for (const line of [
      'npm test --watch',
      'npm',
      'npm testx',
      './npm test',
      'npm test; rm -rf /',
      'npm test && rm -rf /',
      'npm test | sh',
      'npm test > ~/.bashrc',
      'npm test $(rm -rf /)',
      'NODE_OPTIONS=--require=x npm test',
      'npm test\nrm -rf /',
      'npm test & rm',
    ]) {
      expect(decide(command(line), [test])).toBe('ask');
    }
  });

  it('need every command of a line to be allowed', () => {
    const tail: PermissionRule = { decision: 'allow', command: 'tail *' };
    expect(decide(command('npm test 2>&1 | tail -5'), [test, tail])).toBe('allow');
    expect(decide(command('npm test 2>&1 | tail -5 | tee x'), [test, tail])).toBe('ask');
  });

  it('match further arguments with a star at the end, and parts of a word with one inside', () => {
    const rule: PermissionRule = { decision: 'allow', command: 'npm run test:* *' };
    expect(decide(command('npm run test:unit'), [rule])).toBe('allow');
    expect(decide(command('npm run test:unit -- a b'), [rule])).toBe('allow');
    expect(decide(command('npm run build'), [rule])).toBe('ask');
  });

  it('apply to a program with arguments as to a line', () => {
    const subject: PermissionSubject = {
      ...AGENT,
      kind: 'execute',
      paths: [],
      command: { kind: 'program', program: 'npm', args: ['test'] },
    };
    expect(decide(subject, [test])).toBe('allow');
    expect(
      decide({ ...subject, command: { kind: 'program', program: 'npm', args: ['test; x'] } }, [
        test,
      ]),
    ).toBe('ask');
  });

  it('deny a line that contains a denied command, even one that is not understood', () => {
    const rules: PermissionRule[] = [
      { decision: 'allow', kind: 'execute' },
      { decision: 'deny', command: 'rm *' },
    ];
    for (const line of [
      'ls && rm -rf /',
      'rm x',
      'ls; $(rm -rf /)',
      'FOO=1 rm x',
      '/bin/rm x > y',
    ]) {
      expect(decide(command(line), rules)).toBe('deny');
    }
    expect(decide(command('ls'), rules)).toBe('allow');
  });

  it('treat whatever has a command as its execution, however the agent calls it', () => {
    const subject: PermissionSubject = { ...command('rm -rf /'), kind: 'read' };
    expect(decide(subject, [{ decision: 'allow', kind: 'read' }])).toBe('ask');
    expect(decide(subject, [{ decision: 'deny', kind: 'execute' }])).toBe('deny');
  });
});

describe('rules for paths', () => {
  const source: PermissionRule = { decision: 'allow', kind: 'edit', path: 'src/**' };

  it('allow edits if every path is covered', () => {
    expect(decide(edit('/work/src/a.ts'), [source])).toBe('allow');
    expect(decide(edit('/work/src/a.ts', '/work/b.ts'), [source])).toBe('ask');
    expect(decide(edit('/other/src/a.ts'), [source])).toBe('ask');
    expect(decide(edit('/work2/src/a.ts'), [source])).toBe('ask');
    expect(decide(edit(), [source])).toBe('ask');
  });

  it('never allow files that run code or keep secrets', () => {
    const all: PermissionRule = { decision: 'allow', kind: 'edit', path: '**' };
    expect(decide(edit('/work/a.ts'), [all])).toBe('allow');
    for (const path of ['/work/.env', '/work/.git/hooks/pre-commit', '/work/.vscode/tasks.json']) {
      expect(decide(edit(path), [all])).toBe('ask');
    }
  });

  it('deny if any path is covered', () => {
    const rules: PermissionRule[] = [source, { decision: 'deny', path: '**/*.lock' }];
    expect(decide(edit('/work/src/a.ts', '/work/src/x.lock'), rules)).toBe('deny');
  });

  it('reach outside the workspace with absolute patterns only', () => {
    const outside: PermissionRule = { decision: 'allow', kind: 'edit', path: '~/notes/**' };
    expect(decide(edit('/home/u/notes/a.md'), [outside])).toBe('allow');
    expect(decide(edit('/home/u/a.md'), [outside])).toBe('ask');
    expect(decide(edit('/home/u/a.md'), [{ decision: 'allow', kind: 'edit' }])).toBe('ask');
  });

  it('follow the case rules of the file system', () => {
    const windows = String.raw`c:\work\src\a.ts`;
    for (const [style, root, path, decision] of [
      [LINUX_PATHS, '/work', '/work/SRC/a.ts', 'ask'],
      [MAC_PATHS, '/work', '/work/SRC/a.ts', 'allow'],
      [WINDOWS_PATHS, String.raw`C:\work`, windows, 'allow'],
    ] as const) {
      const rules = new PermissionRules('rules', [source], {
        ...ENVIRONMENT,
        roots: [root],
        style,
      });
      expect(rules.decide(edit(path)).decision).toBe(decision);
    }
  });
});

describe('deny, ask and allow', () => {
  it('are ranked in that order, whatever the order of the rules', () => {
    const rules: PermissionRule[] = [
      { decision: 'allow', kind: 'edit' },
      { decision: 'ask', path: 'src/**' },
      { decision: 'deny', path: 'src/core/**' },
    ];
    for (const order of [rules, rules.toReversed()]) {
      expect(decide(edit('/work/a.ts'), order)).toBe('allow');
      expect(decide(edit('/work/src/a.ts'), order)).toBe('ask');
      expect(decide(edit('/work/src/core/a.ts'), order)).toBe('deny');
    }
  });

  it('apply to the agents that a rule names', () => {
    const rule: PermissionRule = { decision: 'allow', kind: 'edit', agent: 'claude*' };
    expect(decide(edit('/work/a.ts'), [rule])).toBe('allow');
    expect(decide({ ...edit('/work/a.ts'), agentId: 'x', agentName: 'Codex' }, [rule])).toBe('ask');
  });

  it('never allow more when a rule that denies is added', () => {
    const rule = fc.record({
      decision: fc.constantFrom('allow', 'ask', 'deny' as const),
      kind: fc.constantFrom('edit' as const, 'execute' as const),
    });
    fc.assert(
      fc.property(fc.array(rule), rules => {
        const denied = [...rules, { decision: 'deny', kind: 'edit' } as const];
        expect(decide(edit('/work/a.ts'), denied)).toBe('deny');
      }),
    );
  });
});

describe('modes', () => {
  const allow: PermissionRule = { decision: 'allow', kind: ['edit', 'execute'] };

  it('ask for everything, but still deny what a rule denies', () => {
    expect(decide(edit('/work/a.ts'), [allow], 'ask')).toBe('ask');
    expect(decide(edit('/work/a.ts'), [{ decision: 'deny', kind: 'edit' }], 'ask')).toBe('deny');
  });

  it('allow edits in the workspace, which the user reviews', () => {
    expect(decide(edit('/work/a.ts'), [], 'allowEdits')).toBe('allow');
    expect(decide(edit('/work/.env'), [], 'allowEdits')).toBe('ask');
    expect(decide(edit('/elsewhere/a.ts'), [], 'allowEdits')).toBe('ask');
    expect(decide(edit(), [], 'allowEdits')).toBe('ask');
    expect(decide(command('npm test'), [allow], 'allowEdits')).toBe('ask');
  });
});

describe('suggested rules', () => {
  it('offer the exact command, then the program with any arguments', () => {
    expect(suggestRules(command('npm run build --quiet'), ENVIRONMENT)).toEqual([
      {
        scope: 'exactCommand',
        rules: [
          {
            decision: 'allow',
            agent: 'Claude Code',
            kind: 'execute',
            command: 'npm run build --quiet',
          },
        ],
      },
      {
        scope: 'programWithArguments',
        rules: [{ decision: 'allow', agent: 'Claude Code', kind: 'execute', command: 'npm run *' }],
      },
    ]);
  });

  it.each([
    'bash build.sh',
    'env A=1 npm test',
    'sudo npm test',
    'python3 -c x',
    'find . -name a',
    'git -C a log',
    'npm exec a',
    'uv run a',
    'make test',
    'git submodule status',
  ])('offer nothing but the exact command for %s, whose program can run any other', text => {
    expect(suggestRules(command(text), ENVIRONMENT).map(({ scope }) => scope)).toEqual([
      'exactCommand',
    ]);
  });

  it('offer the folder that the paths share', () => {
    expect(suggestRules(edit('/work/src/a/x.ts', '/work/src/b/y.ts'), ENVIRONMENT)).toEqual([
      {
        scope: 'kindInFolder',
        rules: [{ decision: 'allow', agent: 'Claude Code', kind: 'edit', path: 'src/**' }],
      },
    ]);
  });

  it('offer nothing for what no rule can allow', () => {
    expect(suggestRules(command('echo $HOME'), ENVIRONMENT)).toEqual([]);
    expect(suggestRules(edit('/work/.env'), ENVIRONMENT)).toEqual([]);
    expect(suggestRules(edit('/elsewhere/a.ts'), ENVIRONMENT)).toEqual([]);
  });
});

const line = (text: string): CommandLine => ({ kind: 'line', line: text });

describe('a rule that denies a program', () => {
  const denying = new PermissionRules('ask', [{ decision: 'deny', command: 'rm *' }], {
    roots: ['/w'],
    style: LINUX_PATHS,
    shell: 'posix',
    homeFolder: '/home/me',
  });
  const decisionFor = (wanted: CommandLine) =>
    denying.decide({ agentId: 'a', agentName: 'A', kind: 'execute', paths: [], command: wanted })
      .decision;

  it.each([
    'rm -rf x',
    '/bin/rm -rf x',
    'sudo rm x',
    'sudo -u root /bin/rm x',
    'env A=1 rm x',
    'ls && rm x',
    "bash -c 'rm x'",
    "/bin/bash -lc 'cd y && rm x'",
    "bash --norc -c 'rm x' arg",
    "sh -c 'rm $HOME'",
    'sh -c "bash -c \'rm x\'"',
    'ls | xargs -n 1 rm',
    "sudo bash -c 'rm x'",
    "timeout 5 bash -lc 'rm $X'",
    "bash -euo pipefail -c 'rm x'",
    "eval 'rm x'",
    "find . -exec rm '{}' +",
    "find . -exec rm '{}' ';'",
    'FOO=1 rm x',
    'rm x &',
    'echo `rm x`',
    'echo <(rm x)',
    'ls\nrm x',
    'RM x',
    '"r"m x',
    'r\\m x',
  ])('denies %s', text => {
    expect(decisionFor(line(text))).toBe('deny');
  });

  it('denies it as an argument of a shell', () => {
    expect(decisionFor({ kind: 'program', program: 'bash', args: ['-c', 'rm $X'] })).toBe('deny');
  });

  it('denies every command with a star', () => {
    const rules: PermissionRule[] = [
      { decision: 'allow', kind: 'execute' },
      { decision: 'deny', command: '*' },
    ];
    expect([decide(command('ls'), rules), decide(command('ls $X'), rules)]).toEqual([
      'deny',
      'deny',
    ]);
  });

  it('asks about a command that is not understood, since it might be that program', () => {
    const rules: PermissionRule[] = [
      { decision: 'allow', kind: 'execute' },
      { decision: 'deny', command: 'rm *', agent: 'claude*' },
    ];
    const behindSudo = `sudo bash -c 'r""m $X'`;
    for (const text of ['$(echo r)m x', 'r${X}m x', "bash -c '$X x'", 'X=rm; $X x', behindSudo]) {
      const decided = new PermissionRules('rules', rules, ENVIRONMENT).decide(command(text));
      expect(decided).toEqual({ decision: 'ask', reason: { kind: 'rule', rules: [rules[1]] } });
      expect(decide({ ...command(text), agentId: 'x', agentName: 'Codex' }, rules)).toBe('allow');
    }
    const long = { kind: 'program', program: 'ls', args: ['x'.repeat(10_000)] } as const;
    expect(decide({ ...command(''), command: long }, rules)).toBe('ask');
    expect(decide(edit('/work/a.ts'), [...rules, { decision: 'allow', kind: 'edit' }])).toBe(
      'allow',
    );
  });

  it('asks about an agent that does not say what it runs, since it might be that program', () => {
    const unknown: PermissionSubject = { ...AGENT, kind: 'execute', paths: [] };
    for (const decision of ['deny', 'ask'] as const) {
      const rules: PermissionRule[] = [
        { decision: 'allow', kind: ['execute', 'other'] },
        { decision, command: 'rm *', agent: 'claude*' },
      ];
      expect(decide(unknown, rules)).toBe('ask');
      expect(decide({ ...unknown, agentId: 'x', agentName: 'Codex' }, rules)).toBe('allow');
      expect(decide({ ...unknown, kind: 'other' }, rules)).toBe('allow');
    }
    expect(decide(unknown, [{ decision: 'allow', kind: 'execute' }])).toBe('allow');
  });

  it.each(['ls rm', 'echo rm', 'git rm x', 'find . -name rm'])('does not deny %s', text => {
    expect(decisionFor(line(text))).toBe('ask');
  });
});

describe('a rule that allows a program', () => {
  const allowing = new PermissionRules(
    'rules',
    [
      { decision: 'allow', command: 'npm test' },
      { decision: 'allow', kind: 'edit' },
    ],
    { roots: ['/w'], style: LINUX_PATHS, shell: 'posix', homeFolder: '/home/me' },
  );
  const decisionFor = (more: Partial<PermissionSubject>) =>
    allowing.decide({ agentId: 'a', agentName: 'A', kind: 'execute', paths: [], ...more }).decision;
  const run = (text: string) => decisionFor({ command: { kind: 'line', line: text } });

  it('sees through the shell that agents wrap it in', () => {
    expect(run("bash -lc 'npm test'")).toBe('allow');
    expect(run("bash -lc 'npm test && rm x'")).toBe('ask');
    expect(run("bash -lc 'npm test $X'")).toBe('ask');
  });

  it('does not allow it from another folder or with a wrapper', () => {
    expect([run('/tmp/npm test'), run('sudo npm test')]).toEqual(['ask', 'ask']);
  });

  it('does not take any program that is named like a shell for one', () => {
    expect(run("/bin/bash -c 'npm test'")).toBe('allow');
    for (const shell of ['./bash', '/w/bash', 'node_modules/.bin/sh', '/tmp/bin/bash']) {
      expect(run(`${shell} -c 'npm test'`)).toBe('ask');
    }
  });

  it('does not take the name of a script for a line', () => {
    expect(run("bash -C 'npm test'")).toBe('ask');
    expect(run("bash -x 'npm test'")).toBe('ask');
  });

  it('does not allow an edit of a file that the agent does not name', () => {
    expect([decisionFor({ kind: 'edit' }), decisionFor({ kind: 'edit', paths: ['/w/a'] })]).toEqual(
      ['ask', 'allow'],
    );
  });
});

it('a rule that asks applies in every mode', () => {
  const rules = new PermissionRules('allowEdits', [{ decision: 'ask', path: 'a/**' }], {
    roots: ['/w'],
    style: LINUX_PATHS,
    shell: 'posix',
    homeFolder: '/home/me',
  });
  const decisionFor = (path: string) =>
    rules.decide({ agentId: 'a', agentName: 'A', kind: 'edit', paths: [path] }).decision;
  expect([decisionFor('/w/a/b'), decisionFor('/w/b')]).toEqual(['ask', 'allow']);
});
