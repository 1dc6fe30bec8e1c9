import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toNotificationText } from '../../../../src/core/text/notificationText.ts';

/** How VS Code 1.139 finds links in notifications, progress titles and input prompts (`linkedText.ts`). */
const VSCODE_LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;

describe('toNotificationText', () => {
  it.each([
    '[x](command:workbench.action.quit)',
    '[x](https://bad.example "good.example")',
    '[[a](file:///etc/passwd)',
    'one\n[x](command:a)\r\n[y](command:b)',
  ])('leaves no link in %j', text => {
    expect(text).toMatch(VSCODE_LINK);
    expect(toNotificationText(text)).not.toMatch(VSCODE_LINK);
  });

  it('keeps the text and its lines otherwise', () => {
    expect(toNotificationText('a [b](c)\r\nd\ne [f] g')).toBe('a [b] (c)\nd\ne [f] g');
  });

  it('leaves no link in random texts', () => {
    const part = fc.constantFrom(
      '[',
      ']',
      '(',
      ')',
      'command:a',
      'https://b',
      ' ',
      '\u200b',
      '"',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(part), parts => {
        expect(toNotificationText(parts.join(''))).not.toMatch(VSCODE_LINK);
      }),
    );
  });

  it('shows direction marks and control characters, and keeps line breaks', () => {
    expect(toNotificationText('a\u202eb\u0007\r\nc')).toBe('a<U+202E>b<U+0007>\nc');
  });

  it('does not change other texts', () => {
    const text = 'Saved src/app/[id]/page.tsx (2 lines). Größe: 日本';
    expect(toNotificationText(text)).toBe(text);
  });
});
