import { describe, expect, it } from 'vitest';
import {
  changesPackageScripts,
  isPackageManifest,
} from '../../../../src/core/files/packageScripts.ts';

const manifest = (scripts: object, version = '1.0.0'): string =>
  JSON.stringify({ name: 'a', version, scripts });

describe('changesPackageScripts', () => {
  it.each([
    ['adds a script', manifest({ test: 'a' }), manifest({ test: 'a', postinstall: 'b' })],
    ['changes a script', manifest({ test: 'a' }), manifest({ test: 'b' })],
    ['removes a script', manifest({ test: 'a' }), manifest({})],
    ['creates a file with scripts', undefined, manifest({ test: 'a' })],
    ['cannot be parsed', manifest({}), '{ "scripts": { "test": "a" }, }'],
    ['repairs a file', '{', manifest({ test: 'a' })],
  ])('is true if the text %s', (_, before, after) => {
    expect(changesPackageScripts(before, after)).toBe(true);
  });

  it.each([
    ['changes something else', manifest({ test: 'a' }), manifest({ test: 'a' }, '2.0.0')],
    ['reorders the scripts', manifest({ a: '1', b: '2' }), manifest({ b: '2', a: '1' })],
    ['creates a file without scripts', undefined, '{ "name": "a" }'],
    ['stays the same although it cannot be parsed', '{', '{'],
  ])('is false if the text %s', (_, before, after) => {
    expect(changesPackageScripts(before, after)).toBe(false);
  });
});

describe('isPackageManifest', () => {
  it('recognizes the file in any folder and spelling', () => {
    expect(isPackageManifest('/w/pkg/package.json')).toBe(true);
    expect(isPackageManifest(String.raw`C:\w\Package.JSON`)).toBe(true);
    expect(isPackageManifest('/w/package.json5')).toBe(false);
    expect(isPackageManifest('/w/my-package.json')).toBe(false);
  });
});
