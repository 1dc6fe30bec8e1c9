import { describe, expect, it } from 'vitest';
import { detectEncodingDamage } from '../../../../../src/core/review/file/encodingDamage.ts';
import { SimulatedWorkspace } from '../simulatedWorkspace.ts';

const path = 'a.txt';

function damage(before: string, after: string) {
  const world = new SimulatedWorkspace({ [path]: before });
  world.agent(path, after);
  return detectEncodingDamage(world.file(path));
}

describe('damage to the bytes of a file', () => {
  it.each([
    ['bytes that were no UTF-8', 'caf\uDCE9\nb\n', 'caf\uFFFD\nb\n', ['encoding']],
    ['Windows-1252 read as such', 'caf\u00E9\nb\n', 'caf\u00EF\u00BF\u00BD\nb\n', ['encoding']],
    ['the mark at the start', '\uFEFFa\nb\n', 'a\nb\n', ['mark']],
    ['every line ending', 'a\r\nb\r\nc', 'a\nb\nc', ['endings']],
    ['every line ending, the other way', 'a\nb\n', 'a\r\nB\r\n', ['endings']],
    ['all at once', '\uFEFFa\uDCE9\r\nb\r\n', 'a\uFFFD\nb\n', ['encoding', 'mark', 'endings']],
  ])('is seen: %s', (_, before, after, expected) => {
    expect(damage(before, after)).toEqual(expected);
  });

  it.each([
    ['a change of some lines', 'a\r\nb\r\n', 'A\r\nb\r\n'],
    ['a sign that was there before', 'x\uFFFDy\n', 'y\uFFFDx\n'],
    ['one line ending among many', 'a\nb\nc\nd\n', 'a\r\nb\nc\nd\n'],
    ['a new text in a file that was mixed before', 'a\r\nb\nc\n', 'x\ny\n'],
    ['nothing left', '\uFEFFa\r\n', ''],
  ])('is not seen in %s', (_, before, after) => {
    expect(damage(before, after)).toEqual([]);
  });
});
