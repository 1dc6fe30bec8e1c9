import { describe, expect, it } from 'vitest';
import { toEnglish } from '../../../../src/core/l10n.ts';
import { parsePermissionRules } from '../../../../src/core/permission/permissionRule.ts';

describe('parsePermissionRules', () => {
  it('takes rules as they are', () => {
    const rules = [
      { decision: 'allow', kind: ['edit', 'move'], path: 'src/**' },
      { decision: 'deny', command: 'rm *' },
      { decision: 'ask', agent: 'Codex' },
    ];
    expect(parsePermissionRules(rules)).toEqual({ rules, problems: [] });
    expect(parsePermissionRules(undefined)).toEqual({ rules: [], problems: [] });
  });

  it.each([
    [{ decision: 'allow' }, 'Rule 1: An "allow" rule needs a "kind", "path", or "command".'],
    [{ decision: 'yes', kind: 'edit' }, 'Rule 1: "decision" must be "allow", "ask", or "deny".'],
    [{ decision: 'deny', comand: 'rm *' }, `Rule 1: "comand" isn't a rule property.`],
    [{ decision: 'deny', command: 'a && b' }, 'Rule 1: "command" is invalid.'],
    [{ decision: 'deny', path: 7 }, 'Rule 1: "path" is invalid.'],
    ['deny', 'Rule 1: It must be an object.'],
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
