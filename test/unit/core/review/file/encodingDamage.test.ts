import { describe, expect, it } from 'vitest';
import { detectEncodingDamage } from '../../../../../src/core/review/file/encodingDamage.ts';
import { SimulatedWorkspace } from '../simulatedWorkspace.ts';

const path = 'a.txt';

function damage(before: string, after: string) {
  const workspace = new SimulatedWorkspace({ [path]: before });
  workspace.agent(path, after);
  return detectEncodingDamage(workspace.file(path));
}

describe('detectEncodingDamage', () => {
  it.each([
    ['bytes that are not UTF-8', 'caf\uDCE9\nb\n', 'caf\uFFFD\nb\n', ['encoding']],
    ['text read as Windows-1252', 'caf\u00E9\nb\n', 'caf\u00EF\u00BF\u00BD\nb\n', ['encoding']],
    ['a removed BOM', '\uFEFFa\nb\n', 'a\nb\n', ['mark']],
    ['all line endings, from \\r\\n to \\n', 'a\r\nb\r\nc', 'a\nb\nc', ['endings']],
    ['all line endings, from \\n to \\r\\n', 'a\nb\n', 'a\r\nB\r\n', ['endings']],
    ['all at once', '\uFEFFa\uDCE9\r\nb\r\n', 'a\uFFFD\nb\n', ['encoding', 'mark', 'endings']],
  ])('detects %s', (_, before, after, expected) => {
    expect(damage(before, after)).toEqual(expected);
  });

  it.each([
    ['a change of some lines', 'a\r\nb\r\n', 'A\r\nb\r\n'],
    ['a replacement character that was there before', 'x\uFFFDy\n', 'y\uFFFDx\n'],
    ['one line ending among many', 'a\nb\nc\nd\n', 'a\r\nb\nc\nd\n'],
    ['a new text in a file that was mixed before', 'a\r\nb\nc\n', 'x\ny\n'],
    ['an emptied file', '\uFEFFa\r\n', ''],
  ])('detects nothing in %s', (_, before, after) => {
    expect(damage(before, after)).toEqual([]);
  });
});
