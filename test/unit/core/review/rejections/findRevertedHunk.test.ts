import { describe, expect, it } from 'vitest';
import { editsBetween } from '../../../../../src/core/diff/lineDiff.ts';
import { findRevertedHunk } from '../../../../../src/core/review/rejections/findRevertedHunk.ts';
import { splitLines } from '../../../../../src/core/text/lines.ts';
import { SimulatedWorkspace } from '../simulatedWorkspace.ts';

const path = 'a.ts';
const ten = Array.from({ length: 10 }, (_, at) => `line ${at}\n`).join('');
const changed = ten.replace('line 2', 'LINE 2').replace('line 7\n', '');

function reviewed() {
  const world = new SimulatedWorkspace({ [path]: ten });
  world.agent(path, changed);
  return world;
}

/** What the editor tells when the file comes to read `now`. */
const editsTo = (now: string) => editsBetween(splitLines(changed), splitLines(now));

describe('an edit by hand', () => {
  it('is a rejection if it puts back just what stood at one hunk', () => {
    const world = reviewed();
    const edits = editsTo(changed.replace('LINE 2', 'line 2'));
    expect(findRevertedHunk(world.file(path), edits)).toEqual(world.ref(path, 0));
  });

  it('is one as well if it brings deleted lines back', () => {
    const world = reviewed();
    const edits = editsTo(ten.replace('line 2', 'LINE 2'));
    expect(findRevertedHunk(world.file(path), edits)).toEqual(world.ref(path, 1));
  });

  it.each([
    ['nothing', changed],
    ['something else there', changed.replace('LINE 2', 'mine')],
    ['something elsewhere', changed.replace('line 4', 'mine')],
    ['several hunks at once', ten],
  ])('is none if it changes %s', (_, now) => {
    expect(findRevertedHunk(reviewed().file(path), editsTo(now))).toBeUndefined();
  });
});
