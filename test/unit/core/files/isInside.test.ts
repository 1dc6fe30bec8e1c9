import { describe, expect, it } from 'vitest';
import { isInside, relativeSegments } from '../../../../src/core/files/isInside.ts';
import {
  getPathStyle,
  LINUX_PATHS,
  MAC_PATHS,
  WINDOWS_PATHS,
} from '../../../../src/core/files/pathStyle.ts';

const LINUX = getPathStyle('linux');
const MAC = getPathStyle('darwin');
const WINDOWS = getPathStyle('win32');

describe('a path is inside a folder', () => {
  it('if it is the folder or below it, by whole names', () => {
    expect(relativeSegments('/w', '/w/a/b', LINUX)).toEqual(['a', 'b']);
    expect(relativeSegments('/w', '/w', LINUX)).toEqual([]);
    expect(relativeSegments('/', '/a', LINUX)).toEqual(['a']);
    for (const path of ['/w2', '/', '/x/w', '/wa/b']) {
      expect(isInside('/w', path, LINUX)).toBe(false);
    }
    expect(isInside('/w/a', '/w', LINUX)).toBe(false);
    expect(isInside('/w/a', '/w/a', LINUX)).toBe(true);
  });

  it('with the drive on Windows', () => {
    expect(relativeSegments(String.raw`C:\w`, String.raw`c:\W\a`, WINDOWS)).toEqual(['a']);
    expect(isInside(String.raw`C:\w`, String.raw`D:\w\a`, WINDOWS)).toBe(false);
    expect(isInside(String.raw`C:\w`, 'C:/w/a', WINDOWS)).toBe(false);
  });

  it('as the file system compares names', () => {
    expect(isInside('/W', '/w/a', LINUX)).toBe(false);
    expect(isInside('/W', '/w/a', MAC)).toBe(true);
    expect(isInside('/\u00e9', '/e\u0301/a', LINUX)).toBe(false);
    expect(isInside('/\u00e9', '/e\u0301/a', MAC)).toBe(true);
    expect(isInside('C:\\\u00e9', 'C:\\e\u0301\\a', WINDOWS)).toBe(false);
  });

  it('but not by letters that only look the same when they are folded', () => {
    expect(isInside('C:\\k', 'C:\\\u212a\\a', WINDOWS)).toBe(false); // The Kelvin sign.
    expect(isInside('/ss', '/\u00df/a', MAC)).toBe(false);
    expect(isInside('/\u0130', '/i\u0307/a', MAC)).toBe(false);
  });
});

describe('getPathStyle', () => {
  it('knows the platforms of Node', () => {
    expect([LINUX, MAC, WINDOWS, getPathStyle('freebsd')]).toEqual([
      LINUX_PATHS,
      MAC_PATHS,
      WINDOWS_PATHS,
      LINUX_PATHS,
    ]);
    expect([LINUX.platform, MAC.platform, WINDOWS.platform]).toEqual(['posix', 'posix', 'win32']);
  });
});
