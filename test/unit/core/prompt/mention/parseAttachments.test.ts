import { describe, expect, it } from 'vitest';
import { mentionUri } from '../../../../../src/core/prompt/mention/mentionUri.ts';
import { parseAttachments } from '../../../../../src/core/prompt/mention/parseAttachments.ts';

const same = (uri: string): string => uri;

describe('parseAttachments', () => {
  it('reads every form of an attachment', () => {
    const raw = [
      { uri: 'file:///a.ts' },
      { uri: 'file:///dir/' },
      { uri: 'file:///a.ts', range: { start: 5, end: 15 } },
      { gitDiff: {} },
      { gitDiff: { staged: true } },
      { gitDiff: { base: 'main' } },
      { problems: {} },
      { problems: { uri: 'file:///a.ts' } },
    ];
    expect(parseAttachments(raw, same)?.map(mentionUri)).toEqual([
      'file:///a.ts',
      'file:///dir/',
      'file:///a.ts#L5:15',
      'vscode://accord-acp.accord/git-diff?scope=working-tree',
      'vscode://accord-acp.accord/git-diff?scope=staged',
      'vscode://accord-acp.accord/git-diff?base=main',
      'vscode://accord-acp.accord/problems?severity=hint',
      'vscode://accord-acp.accord/problems?uri=file:///a.ts&severity=hint',
    ]);
    expect(parseAttachments(undefined, same)).toEqual([]);
  });

  it.each([
    ['no list', {}],
    ['a path', [{ uri: '/a.ts' }]],
    ['lines from 0', [{ uri: 'file:///a', range: { start: 0, end: 1 } }]],
    ['lines that run backwards', [{ uri: 'file:///a', range: { start: 3, end: 2 } }]],
    ['something else', [{ shell: 'rm' }]],
    ['nothing', [null]],
    ['too many', Array.from({ length: 101 }, () => ({ gitDiff: {} }))],
  ])('refuses %s', (_, raw) => {
    expect(parseAttachments(raw, same)).toBeUndefined();
  });
});
