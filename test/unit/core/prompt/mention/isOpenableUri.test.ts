import { describe, expect, it } from 'vitest';
import { isOpenableUri } from '../../../../../src/core/prompt/mention/isOpenableUri.ts';

describe('isOpenableUri', () => {
  it.each([
    'file:///w/a.ts',
    'FILE:///c%3A/a.ts',
    'untitled:Untitled-1',
    'file:///w//a.ts',
    'vscode-notebook-cell:/w/a.ipynb#W0',
  ])('accepts %s', uri => expect(isOpenableUri(uri)).toBe(true));

  it.each([
    'command:workbench.action.quit',
    'vscode://ms-python.python/run',
    'https://bad.example/',
    'ssh://bad.example/',
    'file://server/share/x',
    'file:////server/share/x',
    'file:///%2fserver/share',
    String.raw`file:\\server\share`,
    'vscode-remote://ssh-remote+bad.example/x',
    'w/a.ts',
    '',
  ])('refuses %s', uri => expect(isOpenableUri(uri)).toBe(false));
});
