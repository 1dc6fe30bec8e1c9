import { describe, expect, it } from 'vitest';
import { editsBetween } from '../../../../../src/core/diff/lineDiff.ts';
import { findRevertedHunk } from '../../../../../src/core/review/rejections/findRevertedHunk.ts';
import { splitLines } from '../../../../../src/core/text/lines.ts';
import { SimulatedWorkspace } from '../simulatedWorkspace.ts';

const path = 'a.ts';
const ten = Array.from({ length: 10 }, (_, at) => `line ${at}\n`).join('');
const changed = ten.replace('line 2', 'LINE 2').replace('line 7\n', '');

function reviewed() {
  const workspace = new SimulatedWorkspace({ [path]: ten });
  workspace.agent(path, changed);
  return workspace;
}

/** The edits that the editor reports when the text becomes `now`. */
const editsTo = (now: string) => editsBetween(splitLines(changed), splitLines(now));

describe('findRevertedHunk', () => {
  it('finds the hunk whose base lines an edit restores', () => {
    const workspace = reviewed();
    const edits = editsTo(changed.replace('LINE 2', 'line 2'));
    expect(findRevertedHunk(workspace.file(path), edits)).toEqual(workspace.ref(path, 0));
  });

  it('finds a deletion whose lines an edit restores', () => {
    const workspace = reviewed();
    const edits = editsTo(ten.replace('line 2', 'LINE 2'));
    expect(findRevertedHunk(workspace.file(path), edits)).toEqual(workspace.ref(path, 1));
  });

  it('finds the hunk of a created file that an edit empties, unless the user has changed it before', () => {
    const workspace = new SimulatedWorkspace({});
    workspace.agent(path, 'agent\n');
    const emptied = [{ range: { start: 0, end: 1 }, lines: [] }];
    expect(findRevertedHunk(workspace.file(path), emptied)).toEqual(workspace.ref(path, 0));
    workspace.user(path, 'mine\n');
    expect(findRevertedHunk(workspace.file(path), emptied)).toBeUndefined();
  });

  it.each([
    ['nothing', changed],
    ['something else there', changed.replace('LINE 2', 'mine')],
    ['something elsewhere', changed.replace('line 4', 'mine')],
    ['several hunks at once', ten],
  ])('finds nothing if the edit changes %s', (_, now) => {
    expect(findRevertedHunk(reviewed().file(path), editsTo(now))).toBeUndefined();
  });
});
