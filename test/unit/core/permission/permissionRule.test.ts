import { describe, expect, it } from 'vitest';
import { toEnglish } from '../../../../src/core/l10n.ts';
import { parsePermissionRules } from '../../../../src/core/permission/permissionRule.ts';

const NOTHING_NAMED = 'Rule 1: An "allow" rule needs a "kind", "path", or "command".';

describe('parsePermissionRules', () => {
  it('takes rules as they are', () => {
    const rules = [
      { decision: 'allow', kind: ['edit', 'move'], path: 'src/**' },
      { decision: 'deny', command: 'rm *' },
      { decision: 'ask', agent: 'Codex' },
    ];
    expect(parsePermissionRules(rules)).toEqual({ rules, problems: [] });
    expect(parsePermissionRules(undefined)).toEqual({ rules: [], problems: [] });
    expect(parsePermissionRules(null)).toEqual({ rules: [], problems: [] });
  });

  it.each([{ kind: 'edit' }, { path: 'src/**' }, { command: 'npm *' }])(
    'takes a rule that allows %j',
    condition => {
      const rules = [{ decision: 'allow', ...condition }];
      expect(parsePermissionRules(rules)).toEqual({ rules, problems: [] });
    },
  );

  it('takes the other rules beside one that cannot be used, and counts from one', () => {
    const { rules, problems } = parsePermissionRules([
      { decision: 'ask' },
      7,
      { decision: 'deny' },
    ]);
    expect(rules).toEqual([{ decision: 'ask' }, { decision: 'deny' }]);
    expect(problems.map(toEnglish)).toEqual(['Rule 2: It must be an object.']);
  });

  it.each([
    [{ decision: 'allow' }, NOTHING_NAMED],
    [{ decision: 'yes', kind: 'edit' }, 'Rule 1: "decision" must be "allow", "ask", or "deny".'],
    [{ decision: 'deny', comand: 'rm *' }, `Rule 1: "comand" isn't a rule property.`],
    [{ decision: 'deny', command: 'a && b' }, 'Rule 1: "command" is invalid.'],
    [{ decision: 'deny', path: 7 }, 'Rule 1: "path" is invalid.'],
    [{ decision: 'deny', agent: '' }, 'Rule 1: "agent" is invalid.'],
    [{ decision: 'deny', path: 'a/../b' }, 'Rule 1: "path" is invalid.'],
    [{ decision: 'deny', path: '..\\b' }, 'Rule 1: "path" is invalid.'],
    [{ decision: 'deny', path: '{./a,b}/**' }, 'Rule 1: "path" is invalid.'],
    [{ decision: 'deny', path: '' }, 'Rule 1: "path" is invalid.'],
    [{ decision: 'allow', agent: 'Codex' }, NOTHING_NAMED],
    [
      { decision: 'deny', kind: ['edit', 'run'] },
      'Rule 1: "kind" must be one of: read, edit, delete, move, search, execute, think, fetch, switch_mode, other',
    ],
    ['deny', 'Rule 1: It must be an object.'],
    [null, 'Rule 1: It must be an object.'],
  ])('reports what is wrong with %j', (rule, problem) => {
    const { rules, problems } = parsePermissionRules([rule]);
    expect(rules).toEqual([]);
    expect(problems.map(toEnglish)).toEqual([problem]);
  });

  it('reports an unknown kind and a setting that is no list', () => {
    expect(parsePermissionRules([{ decision: 'deny', kind: 'run' }]).problems).toHaveLength(1);
    expect(parsePermissionRules({}).problems.map(toEnglish)).toEqual(['The rules must be a list.']);
  });
});
