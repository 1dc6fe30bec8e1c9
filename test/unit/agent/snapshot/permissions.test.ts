import { expect, it } from 'vitest';
import {
  differing,
  exactMode,
  parsePermissions,
  textOf,
  usualOf,
  withFound,
  type Permissions,
} from '../../../../src/agent/snapshot/permissions.ts';

const some: Permissions = { usual: 0o644, others: new Map([['run.sh', 0o755]]) };

it('notes only what is unlike most', () => {
  expect(usualOf([0o600, 0o664, undefined, 0o664])).toBe(0o664);
  const after = withFound(
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
    withFound(
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
  expect(one && textOf(one)).toBe(other && textOf(other));
  expect(one && parsePermissions(textOf(one))).toEqual(one);
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
  expect(differing(some, tight, ['a', 'run.sh'])).toEqual(['a']);
  expect(differing(some, some, ['a', 'run.sh'])).toEqual([]);
});
