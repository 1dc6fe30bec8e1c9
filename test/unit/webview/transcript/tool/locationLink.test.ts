import { describe, expect, it } from 'vitest';
import { parseLinkTarget } from '../../../../../src/core/chat/linkTarget.ts';
import { locationUri } from '../../../../../src/webview/transcript/tool/locationLink.tsx';

describe('the location of a tool call', () => {
  it.each([
    ['/home/me/a b#c.ts', '/home/me/a b#c.ts'],
    ['C:\\work\\a.ts', 'C:/work/a.ts'],
    ['a.txt', 'a.txt'],
    ['src\\é:3.ts', 'src/é:3.ts'],
    ['./a?b%20.ts', './a?b%20.ts'],
  ])(
    'leads to that file, also if an agent leaves out the folder, as Gemini does: %s',
    (path, to) => {
      expect(parseLinkTarget(locationUri({ path }))).toEqual({ kind: 'file', path: to });
      expect(parseLinkTarget(locationUri({ path, line: 2 }))).toEqual({
        kind: 'file',
        path: to,
        line: 2,
      });
    },
  );

  it('has a URI even if the path is malformed', () => {
    expect(locationUri({ path: '/lone\ud800.ts' })).toBe('file:///lone%EF%BF%BD.ts');
  });
});
