import { describe, expect, it } from 'vitest';
import { LINUX_PATHS, MAC_PATHS, WINDOWS_PATHS } from '../../../../src/core/files/pathStyle.ts';
import type { PermissionRule } from '../../../../src/core/permission/permissionRule.ts';
import {
  PermissionRules,
  type DecidedPermission,
  type PermissionEnvironment,
  type PermissionMode,
  type PermissionSubject,
} from '../../../../src/core/permission/permissionRules.ts';
import { suggestRules } from '../../../../src/core/permission/suggestRules.ts';

const ENVIRONMENT: PermissionEnvironment = {
  roots: ['/work', '/other'],
  style: LINUX_PATHS,
  shell: 'posix',
  homeFolder: '/home/u',
};

const subject = (more: Partial<PermissionSubject>): PermissionSubject => ({
  agentId: 'a',
  agentName: 'A',
  kind: 'edit',
  paths: [],
  ...more,
});

const decide = (
  wanted: Partial<PermissionSubject>,
  rules: readonly PermissionRule[],
  mode: PermissionMode = 'rules',
): DecidedPermission => new PermissionRules(mode, rules, ENVIRONMENT).decide(subject(wanted));

describe('a decision says what made it', () => {
  const deny: PermissionRule = { decision: 'deny', path: 'a' };
  const ask: PermissionRule = { decision: 'ask', path: 'b' };
  const allow: PermissionRule = { decision: 'allow', kind: 'edit', path: 'c' };
  const rules = [deny, ask, allow];

  it('a rule', () => {
    for (const [path, deciding] of [
      ['/work/a', deny],
      ['/work/b', ask],
      ['/work/c', allow],
    ] as const) {
      const { decision } = deciding;
      expect(decide({ paths: [path] }, rules)).toEqual({
        decision,
        reason: { kind: 'rule', rules: [deciding] },
      });
    }
  });

  it('several rules, each once', () => {
    const both = decide({ paths: ['/work/c', '/work/d', '/other/c'] }, [
      allow,
      { ...allow, path: 'd' },
    ]);
    expect(both).toEqual({
      decision: 'allow',
      reason: { kind: 'rule', rules: [allow, { ...allow, path: 'd' }] },
    });
  });

  it('the mode', () => {
    expect(decide({ paths: ['/work/d'] }, rules, 'allowEdits')).toEqual({
      decision: 'allow',
      reason: { kind: 'mode' },
    });
  });

  it('neither', () => {
    expect(decide({ paths: ['/work/d'] }, rules)).toEqual({
      decision: 'ask',
      reason: { kind: 'default' },
    });
  });
});

describe('several paths', () => {
  const all: PermissionRule = { decision: 'allow', kind: 'edit' };

  it('are asked about if one of them is sensitive, wherever it is', () => {
    for (const paths of [
      ['/work/a', '/work/.env'],
      ['/other/.git/config', '/work/a'],
    ]) {
      expect(decide({ paths }, [all]).decision).toBe('ask');
      expect(decide({ paths }, [], 'allowEdits').decision).toBe('ask');
    }
    expect(decide({ paths: ['/work/a', '/other/b'] }, [all]).decision).toBe('allow');
  });

  it('are asked about if one of them is outside the workspace', () => {
    expect(decide({ paths: ['/work/a', '/x/b'] }, [all]).decision).toBe('ask');
    expect(decide({ paths: ['/work/a', '/x/b'] }, [], 'allowEdits').decision).toBe('ask');
  });

  it('outside the workspace can be sensitive, too', () => {
    const home: PermissionRule = { decision: 'allow', kind: 'edit', path: '~/**' };
    expect(decide({ paths: ['/home/u/a.txt'] }, [home]).decision).toBe('allow');
    expect(decide({ paths: ['/home/u/.ssh/id_rsa'] }, [home]).decision).toBe('ask');
    expect(decide({ paths: ['/home/u/p/.git/config'] }, [home]).decision).toBe('ask');
  });

  it('are relative to each folder of the workspace', () => {
    const source: PermissionRule = { decision: 'allow', kind: 'edit', path: 'src/*' };
    expect(decide({ paths: ['/other/src/a'] }, [source]).decision).toBe('allow');
    expect(decide({ paths: ['/x/src/a'] }, [source]).decision).toBe('ask');
  });
});

describe('kinds', () => {
  it('without files are allowed by a rule for the kind, unless it names a path or a command', () => {
    const fetch = { kind: 'fetch' as const };
    expect(decide(fetch, [{ decision: 'allow', kind: 'fetch' }]).decision).toBe('allow');
    expect(decide(fetch, [{ decision: 'allow', kind: ['read', 'fetch'] }]).decision).toBe('allow');
    expect(decide(fetch, [{ decision: 'allow', kind: 'fetch', path: '**' }]).decision).toBe('ask');
    expect(decide(fetch, [{ decision: 'allow', kind: 'fetch', command: 'a' }]).decision).toBe(
      'ask',
    );
    expect(decide(fetch, [{ decision: 'allow', kind: 'read' }]).decision).toBe('ask');
  });

  it.each(['read', 'edit', 'delete', 'move'] as const)(
    'to %s without naming a file are asked about',
    kind => {
      expect(decide({ kind }, [{ decision: 'allow', kind }]).decision).toBe('ask');
    },
  );

  it.each([
    ['edit', 'allow'],
    ['delete', 'allow'],
    ['move', 'allow'],
    ['read', 'ask'],
    ['fetch', 'ask'],
  ] as const)('that are reviewed are allowed in the mode for edits: %s', (kind, decision) => {
    expect(decide({ kind, paths: ['/work/a'] }, [], 'allowEdits').decision).toBe(decision);
  });

  it('of a rule that denies do not touch other kinds', () => {
    const rules: PermissionRule[] = [
      { decision: 'allow', kind: 'edit' },
      { decision: 'deny', kind: 'delete' },
      { decision: 'deny', agent: 'B' },
    ];
    expect(decide({ paths: ['/work/a'] }, rules).decision).toBe('allow');
    expect(decide({ kind: 'delete', paths: ['/work/a'] }, rules).decision).toBe('deny');
    expect(decide({ agentId: 'B', paths: ['/work/a'] }, rules).decision).toBe('deny');
  });
});

const denying = (path: string): PermissionRule => ({ decision: 'deny', path });

describe('paths of rules', () => {
  it('protect the folders above them from being deleted or moved, but not from other changes', () => {
    for (const path of ['a/b/**', 'a/b/c/**', 'a/b/*.ts', '/work/a/b/**']) {
      for (const kind of ['delete', 'move'] as const) {
        const decisionFor = (name: string) =>
          decide({ kind, paths: [name] }, [denying(path)], 'allowEdits').decision;
        expect([decisionFor('/work/a'), decisionFor('/work/a/b')]).toEqual(['deny', 'deny']);
        expect([decisionFor('/work'), decisionFor('/work/c')]).toEqual(['deny', 'allow']);
        expect([decisionFor('/work/a/d'), decisionFor('/work/b')]).toEqual(['allow', 'allow']);
      }
      expect(decide({ paths: ['/work/a'] }, [denying(path)], 'allowEdits').decision).toBe('allow');
    }
  });

  it.each(['a\nb.sql', 'a\u2028b.sql', 'a\rb.sql', 'c\nd/a.sql'])(
    'cover names with line breaks: %j',
    name => {
      for (const path of ['**', 'm/**', 'm', '**/*.sql']) {
        const wanted = { paths: [`/work/m/${name}`] };
        expect(decide(wanted, [denying(path)], 'allowEdits').decision).toBe('deny');
      }
    },
  );

  it.each(['./m/**', 'm//**', './/m/./**', '{m,n}/**', '{x,{m,n}}/**', '.\\m\\**'])(
    'cover a folder that is written as %s',
    path => {
      expect(decide({ paths: ['/work/m/a'] }, [denying(path)], 'allowEdits').decision).toBe('deny');
    },
  );

  it('cover names in the other form of Unicode where the file system does', () => {
    const paths = ['/work/cafe\u0301/x'];
    for (const [style, decision] of [
      [MAC_PATHS, 'deny'],
      [LINUX_PATHS, 'allow'],
    ] as const) {
      const environment = { ...ENVIRONMENT, style };
      const rules = new PermissionRules('allowEdits', [denying('caf\u00e9/**')], environment);
      expect(rules.decide(subject({ paths })).decision).toBe(decision);
    }
    const mac = { ...ENVIRONMENT, style: MAC_PATHS };
    const rules = new PermissionRules('allowEdits', [denying('cafe\u0301/**')], mac);
    expect(rules.decide(subject({ paths: ['/work/caf\u00e9/x'] })).decision).toBe('deny');
  });

  it('replace a tilde only at the start', () => {
    expect(decide({ paths: ['/home/u/a'] }, [denying('~/a')]).decision).toBe('deny');
    expect(decide({ paths: ['/home/u'] }, [denying('~')]).decision).toBe('deny');
    expect(decide({ paths: ['/home/u/a'] }, [denying('~\\a')]).decision).toBe('deny');
    expect(decide({ paths: ['/work/a~/b'] }, [denying('a~/b')]).decision).toBe('deny');
    expect(decide({ paths: ['/work/~x'] }, [denying('~x')]).decision).toBe('deny');
  });

  it('may be written with backslashes and drives', () => {
    const windows = new PermissionRules(
      'rules',
      [{ decision: 'deny', path: String.raw`D:\data\**` }],
      { ...ENVIRONMENT, roots: [String.raw`C:\work`], style: WINDOWS_PATHS },
    );
    const wanted = subject({ paths: [String.raw`d:\data\a.txt`] });
    expect(windows.decide(wanted).decision).toBe('deny');
  });
});

/** The suggested scopes, each with the subjects of its rules. */
const scopes = (wanted: Partial<PermissionSubject>) =>
  suggestRules(subject(wanted), ENVIRONMENT).map(({ scope, rules }) => [
    scope,
    ...rules.map(({ command, path }) => command ?? path),
  ]);

describe('suggested rules', () => {
  it('name the program alone if no subcommand follows', () => {
    expect(scopes({ command: { kind: 'line', line: 'ls -la' } })).toEqual([
      ['exactCommand', 'ls -la'],
      ['programWithArguments', 'ls *'],
    ]);
    expect(scopes({ command: { kind: 'line', line: 'ls' } })).toEqual([
      ['exactCommand', 'ls'],
      ['programWithArguments', 'ls *'],
    ]);
    expect(scopes({ command: { kind: 'line', line: 'cat src/a.ts' } })[1]).toEqual([
      'programWithArguments',
      'cat *',
    ]);
  });

  it('are the same for a program with arguments', () => {
    const command = { kind: 'program', program: 'npm', args: ['run', 'a b'] } as const;
    expect(scopes({ command })).toEqual([
      ['exactCommand', "npm run 'a b'"],
      ['programWithArguments', 'npm run *'],
    ]);
  });

  it('cover each command of a line once, and offer no program that runs any other', () => {
    expect(scopes({ command: { kind: 'line', line: 'npm test && ls && npm test' } })).toEqual([
      ['exactCommand', 'npm test', 'ls'],
      ['programWithArguments', 'npm test *', 'ls *'],
    ]);
    expect(scopes({ command: { kind: 'line', line: 'ls | xargs rm' } })).toEqual([
      ['exactCommand', 'ls', 'xargs rm'],
    ]);
  });

  it('name the folder of the files, in which nothing is a wildcard', () => {
    expect(scopes({ paths: ['/work/a[1]/b*/x.ts'] })).toEqual([['kindInFolder', 'a[[]1]/b[*]/**']]);
    expect(scopes({ paths: ['/work/x.ts'] })).toEqual([['kindInFolder', '**']]);
    expect(scopes({ paths: ['/work/a/x.ts', '/other/a/y.ts'] })).toEqual([
      ['kindInFolder', 'a/**'],
    ]);
  });

  it('are none if a file is outside the workspace, or none is named', () => {
    expect(scopes({ paths: ['/work/a', '/x/b'] })).toEqual([]);
    expect(scopes({})).toEqual([]);
  });
});
