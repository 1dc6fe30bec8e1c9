import { expect, it } from 'vitest';
import {
  differingPaths,
  exactMode,
  parsePermissions,
  serializePermissions,
  mostCommonPermissions,
  updatePermissions,
  type Permissions,
} from '../../../../../src/agent/snapshot/git/permissions.ts';

const some: Permissions = { usual: 0o644, others: new Map([['run.sh', 0o755]]) };

it('stores only what differs from most files', () => {
  expect(mostCommonPermissions([0o600, 0o664, undefined, 0o664])).toBe(0o664);
  const after = updatePermissions(
    some,
    new Map([
      ['a', 0o644],
      ['b', 0o600],
      ['run.sh', undefined],
    ]),
  );
  expect([...after.others]).toEqual([['b', 0o600]]);
});

it('is the same value as long as nothing changes', () => {
  expect(
    updatePermissions(
      some,
      new Map([
        ['run.sh', 0o755],
        ['a', 0o644],
        ['none', undefined],
      ]),
    ),
  ).toBe(some);
});

it('is serialized independently of the order, and can be parsed', () => {
  const [one, other] = [
    ['a', 'ö\n'],
    ['ö\n', 'a'],
  ].map(names => ({
    usual: 0o644,
    others: new Map(names.map(name => [name, 0o600])),
  }));
  expect(one && serializePermissions(one)).toBe(other && serializePermissions(other));
  expect(one && parsePermissions(serializePermissions(one))).toEqual(one);
  expect(parsePermissions('{"usual"')).toBeUndefined();
  expect(parsePermissions('{"usual":1}')).toBeUndefined();
});

it('returns the mode of a file, but no permissions of a link', () => {
  expect(exactMode(0o100644, 'run.sh', some)).toBe(0o100755);
  expect(exactMode(0o100755, 'a', some)).toBe(0o100644);
  expect(exactMode(0o120000, 'run.sh', some)).toBe(0o120000);
  expect(exactMode(0o100755, 'a', undefined)).toBe(0o100755);
});

it('finds differences even if most files differ', () => {
  const tight: Permissions = { usual: 0o600, others: new Map([['run.sh', 0o755]]) };
  expect(differingPaths(some, tight, ['a', 'run.sh'])).toEqual(['a']);
  expect(differingPaths(some, some, ['a', 'run.sh'])).toEqual([]);
});
