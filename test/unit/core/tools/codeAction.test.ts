import { describe, expect, it } from 'vitest';
import {
  chooseAction,
  formatActions,
  needsProblems,
} from '../../../../src/core/tools/codeAction.ts';

const action = (
  title: string,
  kind = 'quickfix',
): { title: string; kind: string; isPreferred: boolean } => ({ title, kind, isPreferred: false });

describe('a code action', () => {
  it('is found by its title', () => {
    const actions = [action('Add import'), action('Remove'), action('Remove')];
    expect(chooseAction(actions, 'Remove')).toEqual({ kind: 'found', value: actions[1] });
  });

  it('needs no title if it is the only one', () => {
    const organize = action('Organize Imports', 'source.organizeImports');
    expect(chooseAction([organize], undefined)).toEqual({ kind: 'found', value: organize });
  });

  it.each([undefined, 'Add imports'])('is not guessed for the title %s', title => {
    const chosen = chooseAction([action('Add import'), action('Remove')], title);
    expect(chosen).toMatchObject({ kind: 'missing' });
    expect(chosen).toHaveProperty('why', expect.stringContaining('Remove (quickfix)'));
  });

  it('is missing where none is offered', () => {
    expect(chooseAction([], 'Add import')).toMatchObject({
      kind: 'missing',
      why: 'No action that changes files is offered here.',
    });
  });

  it('is listed with its kind', () => {
    const preferred = { ...action('Add import'), isPreferred: true };
    expect(formatActions([preferred, action('Move', 'refactor.move')])).toEqual([
      'Add import (quickfix, preferred)',
      'Move (refactor.move)',
    ]);
  });

  it('waits for problems only if it is about them', () => {
    expect(
      [undefined, 'quickfix', 'quickfix.import', 'source.fixAll.eslint'].map(needsProblems),
    ).toEqual([true, true, true, true]);
    expect(['refactor', 'source.organizeImports', 'quickfixes'].map(needsProblems)).toEqual([
      false,
      false,
      false,
    ]);
  });
});
