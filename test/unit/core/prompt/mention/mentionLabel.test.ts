import { describe, expect, it } from 'vitest';
import type { Mention } from '../../../../../src/core/prompt/mention/mention.ts';
import {
  mentionLabel,
  mentionLabels,
} from '../../../../../src/core/prompt/mention/mentionLabel.ts';

const file = (path: string): Mention => ({ kind: 'file', uri: `file://${path}` });

describe('mentionLabel', () => {
  it.each<[Mention, string]>([
    [file('/a/my%20file.ts'), 'my file.ts'],
    [{ kind: 'folder', uri: 'file:///a/src/' }, 'src/'],
    [
      {
        kind: 'selection',
        uri: 'file:///a.ts',
        range: { start: { line: 4, character: 1 }, end: { line: 4, character: 2 } },
      },
      'a.ts:5',
    ],
    [{ kind: 'gitDiff', diff: { kind: 'commit', commit: '0123456789abcdef' } }, 'Commit 01234567'],
    [
      { kind: 'gitDiff', diff: { kind: 'file', uri: 'file:///a.ts', staged: false } },
      'Changes in a.ts',
    ],
    [{ kind: 'problems', uri: 'file:///a.ts', severity: 'error' }, 'Problems in a.ts'],
    [{ kind: 'terminal', name: 'zsh', capture: '1', command: 'npm test' }, 'Terminal: npm test'],
    [{ kind: 'cell', uri: 'x:1', notebook: 'n.ipynb', index: 2 }, 'n.ipynb cell 3'],
    [{ kind: 'session', id: '1', title: '' }, 'Session'],
  ])('of %o', (mention, label) => {
    expect(mentionLabel(mention)).toBe(label);
  });
});

describe('mentionLabels', () => {
  it('adds as many folders as needed to distinguish equal names', () => {
    const mentions = [file('/w/a/x/index.ts'), file('/w/b/x/index.ts'), file('/w/c/other.ts')];
    expect(mentionLabels(mentions)).toEqual(['a/x/index.ts', 'b/x/index.ts', 'other.ts']);
  });

  it('does not change the label of something mentioned twice', () => {
    expect(mentionLabels([file('/a/x.ts'), file('/a/x.ts')])).toEqual(['x.ts', 'x.ts']);
  });
});
