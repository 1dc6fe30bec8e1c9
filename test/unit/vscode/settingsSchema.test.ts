import { describe, expect, it } from 'vitest';
import {
  DEFAULT_SETTINGS,
  resolveSetting,
  WORKSPACE_RULES,
  type Settings,
} from '../../../src/vscode/settingsSchema.ts';

describe('resolveSetting', () => {
  it('does not let a workspace or a folder weaken the review that the user has chosen', () => {
    const user = { defaultValue: 'afterWrite', globalValue: 'beforeWrite' } as const;
    for (const weaker of [
      { workspaceValue: 'afterWrite' },
      { workspaceFolderValue: 'afterWrite' },
      { workspaceValue: 'beforeWrite', workspaceFolderValue: 'afterWrite' },
    ] as const) {
      expect(resolveSetting('review.when', { ...user, ...weaker })).toBe('beforeWrite');
    }
  });

  it('lets a workspace or a folder make the review stricter', () => {
    expect(resolveSetting('review.when', { workspaceValue: 'beforeWrite' })).toBe('beforeWrite');
    const folder = { globalValue: 'afterWrite', workspaceFolderValue: 'beforeWrite' } as const;
    expect(resolveSetting('review.when', folder)).toBe('beforeWrite');
  });

  it('ignores values of a workspace that make no sense', () => {
    const values = { globalValue: 'beforeWrite', workspaceValue: 'never' as 'afterWrite' } as const;
    expect(resolveSetting('review.when', values)).toBe('beforeWrite');
    for (const value of [Number.NaN, -1, '1' as unknown as number]) {
      expect(resolveSetting('context.embedLimitKb', { workspaceValue: value })).toBe(128);
    }
  });

  it('lets a workspace embed less, but not more', () => {
    expect(resolveSetting('context.embedLimitKb', { workspaceValue: 4 })).toBe(4);
    expect(resolveSetting('context.embedLimitKb', { workspaceValue: 4000 })).toBe(128);
  });

  it('does not let a workspace turn off notifications', () => {
    expect(resolveSetting('notify', { workspaceValue: 'off' })).toBe('whenHidden');
    expect(resolveSetting('notify', { globalValue: 'off' })).toBe('off');
  });

  it('takes only the values of the user for the settings marked so', () => {
    const names = Object.keys(WORKSPACE_RULES) as (keyof Settings)[];
    const userOnly = names.filter(name => WORKSPACE_RULES[name].kind === 'userOnly');
    expect(userOnly).toContain('agents');
    for (const name of userOnly) {
      const hostile = { workspaceValue: 'hostile', workspaceFolderValue: 'hostile' } as object;
      expect(resolveSetting(name, hostile)).toEqual(DEFAULT_SETTINGS[name]);
    }
  });
});
