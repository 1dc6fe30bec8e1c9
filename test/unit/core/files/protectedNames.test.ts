import { describe, expect, it } from 'vitest';
import { normalizePath, PATH_REFUSAL_MESSAGES } from '../../../../src/core/files/normalizePath.ts';
import {
  changesPackageScripts,
  isPackageManifest,
} from '../../../../src/core/files/packageScripts.ts';
import { LINUX_PATHS, WINDOWS_PATHS } from '../../../../src/core/files/pathStyle.ts';
import { getSensitivity } from '../../../../src/core/files/sensitivity.ts';

describe('secrets are kept in', () => {
  it.each(
    (
      '.env .env.local .env-local .env_local .envrc prod.env a.pem a.key a.p12 a.pfx a.ppk a.jks ' +
      'a.keystore a.p8 id_rsa id_ed25519_work .ENV A.PEM'
    ).split(' '),
  )('%s', name => {
    expect(getSensitivity(['src', name])).toBeDefined();
  });

  it.each(['env.ts', 'environment', 'keys.ts', 'a.pem.md', 'id.rsa.ts', 'my_id_rsa.md'])(
    'no file named %s',
    name => {
      expect(getSensitivity(['src', name])).toBeUndefined();
    },
  );
});

describe('a refused path', () => {
  it('has a reason that the user can read', () => {
    for (const message of Object.values(PATH_REFUSAL_MESSAGES)) {
      expect(message.length).toBeGreaterThan(10);
    }
    expect(Object.keys(PATH_REFUSAL_MESSAGES)).toHaveLength(10);
  });

  it('may look like a refused one only in part', () => {
    expect(normalizePath('/w/dev/null', LINUX_PATHS)).toEqual({
      kind: 'plain',
      path: '/w/dev/null',
    });
    expect(normalizePath('/w/proc', LINUX_PATHS).kind).toBe('plain');
    expect(normalizePath('/dev/null', LINUX_PATHS).kind).toBe('refused');
    expect(normalizePath(String.raw`C:\falcon`, WINDOWS_PATHS).kind).toBe('plain');
    expect(normalizePath(String.raw`C:\con`, WINDOWS_PATHS).kind).toBe('refused');
    expect(normalizePath(String.raw`C:\progra~1\x`, WINDOWS_PATHS).kind).toBe('refused');
    expect(normalizePath(String.raw`C:\abcdef~12345.txt`, WINDOWS_PATHS).kind).toBe('refused');
    expect(normalizePath(String.raw`C:\a long name~1`, WINDOWS_PATHS).kind).toBe('plain');
    expect(normalizePath(String.raw`C:\a~1b`, WINDOWS_PATHS).kind).toBe('plain');
  });
});

describe('package.json', () => {
  it('is one also without a folder', () => {
    expect(isPackageManifest('package.json')).toBe(true);
  });

  it('with a byte order mark is read, and one that cannot be read may contain anything', () => {
    const text = '{"scripts":{"a":"x","b":"y"}}';
    expect(changesPackageScripts(text, `\uFEFF${text}`)).toBe(false);
    expect(changesPackageScripts(text, '{"scripts":{"b":"y","a":"x"}}')).toBe(false);
    expect(changesPackageScripts('broken', 'broken')).toBe(false);
    expect(changesPackageScripts('broken', 'broken, too')).toBe(true);
    expect(changesPackageScripts('broken', text)).toBe(true);
  });
});
