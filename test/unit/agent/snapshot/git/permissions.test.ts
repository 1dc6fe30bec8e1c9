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

it('notes only what is unlike most', () => {
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

it('is the same value as long as nothing is found that was not known', () => {
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

it('is written the same way in whichever order it was found, and read again', () => {
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

it('tells the mode of a file, but of a link only that it is one', () => {
  expect(exactMode(0o100644, 'run.sh', some)).toBe(0o100755);
  expect(exactMode(0o100755, 'a', some)).toBe(0o100644);
  expect(exactMode(0o120000, 'run.sh', some)).toBe(0o120000);
  expect(exactMode(0o100755, 'a', undefined)).toBe(0o100755);
});

it('finds what differs also where most files do', () => {
  const tight: Permissions = { usual: 0o600, others: new Map([['run.sh', 0o755]]) };
  expect(differingPaths(some, tight, ['a', 'run.sh'])).toEqual(['a']);
  expect(differingPaths(some, some, ['a', 'run.sh'])).toEqual([]);
});
