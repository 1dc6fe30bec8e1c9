import { afterEach, expect, it, vi } from 'vitest';
import { toPlatformKeys } from '../../../../src/webview/ui/toPlatformKeys.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['Ctrl+K Shift+L', 'Cmd+K Shift+L'],
  ['Strg+K Strg+N', 'Cmd+K Cmd+N'],
  ['Senden (Alt+Eingabetaste)', 'Senden (Option+Eingabetaste)'],
])('names the keys %s on a Mac as %s', (keys, onMac) => {
  vi.stubGlobal('navigator', { userAgent: 'Macintosh' });
  expect(toPlatformKeys(keys)).toBe(onMac);
  vi.stubGlobal('navigator', { userAgent: 'X11; Linux' });
  expect(toPlatformKeys(keys)).toBe(keys);
});
