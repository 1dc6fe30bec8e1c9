import { describe, expect, it } from 'vitest';
import { merge3 } from '../../../../../src/core/diff/merge3.ts';
import { joinLines, splitLines } from '../../../../../src/core/text/lines.ts';
import { asText, checkInvariants, origin, SimulatedWorkspace } from '../simulatedWorkspace.ts';

const path = 'a.ts';

describe('problems known from other clients', () => {
  it('rejecting does not restore the original file: later edits by the user are kept', () => {
    const workspace = new SimulatedWorkspace({ [path]: 'one\ntwo\nthree\nfour\n' });
    workspace.agent(path, 'ONE\ntwo\nthree\nfour\n');
    workspace.user(path, 'ONE\ntwo\nthree\nfour\nmine\n');
    workspace.agent(path, 'ONE\ntwo\nTHREE\nfour\nmine\n');
    workspace.user(path, 'ONE\ntwo, mine too\nTHREE\nfour\nmine\n');
    workspace.rejectAll();
    expect(workspace.text(path)).toBe('one\ntwo, mine too\nthree\nfour\nmine\n');
  });

  it('the base is the text of the unsaved buffer, not the text on disk', () => {
    const workspace = new SimulatedWorkspace({ [path]: 'saved\n' });
    workspace.disk.set(path, asText('saved\nunsaved\n'));
    workspace.agent(path, 'saved\nunsaved\nagent\n');
    workspace.rejectAll();
    expect(workspace.text(path)).toBe('saved\nunsaved\n');
  });

  it('rejecting changes only the lines of the hunk, so that undo and cursor in the editor are preserved', () => {
    const workspace = new SimulatedWorkspace({ [path]: 'a\n'.repeat(100) });
    workspace.agent(path, `${'a\n'.repeat(50)}b\n${'a\n'.repeat(50)}`);
    expect(workspace.rejectAll().actions).toMatchObject([
      { kind: 'replace', path, edits: [{ range: { start: 50, end: 51 }, lines: [] }] },
    ]);
  });

  it('a new file is not "modified from empty": rejecting it leaves no empty file behind', () => {
    const workspace = new SimulatedWorkspace();
    workspace.agent(path, 'new\n');
    workspace.rejectAll();
    expect(workspace.disk.has(path)).toBe(false);
  });

  it('a write based on an old read is merged with the current text without duplicating lines', () => {
    const read = 'a\nb\nc\n';
    const workspace = new SimulatedWorkspace({ [path]: read });
    workspace.agent(path, 'a\nb\nB\nc\n');
    workspace.user(path, 'mine\na\nb\nB\nc\n');
    const write = 'a\nb\nB\nc\nC\n'; // The agent still works on what it has written itself.
    const merged = merge3(
      splitLines('a\nb\nB\nc\n'),
      splitLines(workspace.text(path)),
      splitLines(write),
    );
    expect(merged.conflicts).toEqual([]);
    workspace.agent(path, joinLines(merged.lines));
    expect(workspace.text(path)).toBe('mine\na\nb\nB\nc\nC\n');
    expect(workspace.hunks(path)).toEqual([
      ['', 'B\n'],
      ['', 'C\n'],
    ]);
  });

  it('rejected code can be restored after a reload and after other decisions', () => {
    const workspace = new SimulatedWorkspace({ [path]: 'a\nb\n', 'b.ts': 'x\n' });
    workspace.agent(path, 'a\nprecious\nb\n');
    workspace.agent('b.ts', 'y\n');
    workspace.rejectHunk(path);
    workspace.acceptHunk('b.ts');
    workspace.reload();
    workspace.undo();
    workspace.undo();
    expect(workspace.text(path)).toBe('a\nprecious\nb\n');
    expect(workspace.hunks('b.ts')).toEqual([['x\n', 'y\n']]);
  });

  it('line endings, BOM and a missing final newline are preserved by every decision', () => {
    const original = '\uFEFFone\r\ntwo\nthree\r\n\r\nfive';
    const workspace = new SimulatedWorkspace({ [path]: original });
    workspace.agent(path, '\uFEFFONE\r\ntwo\nthree\r\n\r\nFIVE\r\n');
    workspace.rejectHunk(path, 1);
    expect(workspace.text(path)).toBe('\uFEFFONE\r\ntwo\nthree\r\n\r\nfive');
    workspace.undo();
    workspace.acceptHunk(path, 1);
    workspace.rejectHunk(path, 0);
    expect(workspace.text(path)).toBe('\uFEFFone\r\ntwo\nthree\r\n\r\nFIVE\r\n');
  });

  it('writing the same text twice counts once', () => {
    const workspace = new SimulatedWorkspace({ [path]: 'a\n' });
    workspace.agent(path, 'b\n');
    const events = workspace.events.length;
    workspace.agent(path, 'b\n', { ...origin, toolCallId: 'again' });
    expect(workspace.events).toHaveLength(events);
  });

  it('a formatter that runs on save does not affect base lines that the agent did not change', () => {
    const workspace = new SimulatedWorkspace({ [path]: 'a\n  b\nc\nd\n' });
    workspace.agent(path, 'a\n  b\nC\nd\n');
    workspace.user(path, 'a\nb\nC\nd\n');
    expect(workspace.hunks(path)).toEqual([['c\n', 'C\n']]);
    checkInvariants(workspace);
    workspace.rejectAll();
    expect(workspace.text(path)).toBe('a\nb\nc\nd\n');
  });
});
