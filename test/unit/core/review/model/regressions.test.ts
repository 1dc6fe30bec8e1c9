import { describe, expect, it } from 'vitest';
import { merge3 } from '../../../../../src/core/diff/merge3.ts';
import { joinLines, splitLines } from '../../../../../src/core/text/lines.ts';
import { asText, checkInvariants, origin, SimulatedWorkspace } from '../simulatedWorkspace.ts';

const path = 'a.ts';

describe('mistakes seen in other clients', () => {
  it('discarding does not bring back the first pre-image: what the user typed later stays', () => {
    const world = new SimulatedWorkspace({ [path]: 'one\ntwo\nthree\nfour\n' });
    world.agent(path, 'ONE\ntwo\nthree\nfour\n');
    world.user(path, 'ONE\ntwo\nthree\nfour\nmine\n');
    world.agent(path, 'ONE\ntwo\nTHREE\nfour\nmine\n');
    world.user(path, 'ONE\ntwo, mine too\nTHREE\nfour\nmine\n');
    world.rejectAll();
    expect(world.text(path)).toBe('one\ntwo, mine too\nthree\nfour\nmine\n');
  });

  it('the text before is what stood in the unsaved buffer, not what was on disk', () => {
    const world = new SimulatedWorkspace({ [path]: 'saved\n' });
    world.disk.set(path, asText('saved\nunsaved\n'));
    world.agent(path, 'saved\nunsaved\nagent\n');
    world.rejectAll();
    expect(world.text(path)).toBe('saved\nunsaved\n');
  });

  it('rejecting changes the lines of the hunk and no others, so undo and cursor in the editor stay', () => {
    const world = new SimulatedWorkspace({ [path]: 'a\n'.repeat(100) });
    world.agent(path, `${'a\n'.repeat(50)}b\n${'a\n'.repeat(50)}`);
    expect(world.rejectAll().actions).toMatchObject([
      { kind: 'replace', path, edits: [{ range: { start: 50, end: 51 }, lines: [] }] },
    ]);
  });

  it('a new file is not "modified from empty": rejecting it leaves no empty file behind', () => {
    const world = new SimulatedWorkspace();
    world.agent(path, 'new\n');
    world.rejectAll();
    expect(world.disk.has(path)).toBe(false);
  });

  it('a write against an old read is merged with what stands there, and doubles nothing', () => {
    const read = 'a\nb\nc\n';
    const world = new SimulatedWorkspace({ [path]: read });
    world.agent(path, 'a\nb\nB\nc\n');
    world.user(path, 'mine\na\nb\nB\nc\n');
    const write = 'a\nb\nB\nc\nC\n'; // The agent still works on what it has written itself.
    const merged = merge3(
      splitLines('a\nb\nB\nc\n'),
      splitLines(world.text(path)),
      splitLines(write),
    );
    expect(merged.conflicts).toEqual([]);
    world.agent(path, joinLines(merged.lines));
    expect(world.text(path)).toBe('mine\na\nb\nB\nc\nC\n');
    expect(world.hunks(path)).toEqual([
      ['', 'B\n'],
      ['', 'C\n'],
    ]);
  });

  it('rejected code is not gone: it comes back after a reload, and past other decisions', () => {
    const world = new SimulatedWorkspace({ [path]: 'a\nb\n', 'b.ts': 'x\n' });
    world.agent(path, 'a\nprecious\nb\n');
    world.agent('b.ts', 'y\n');
    world.rejectHunk(path);
    world.acceptHunk('b.ts');
    world.reload();
    world.undo();
    world.undo();
    expect(world.text(path)).toBe('a\nprecious\nb\n');
    expect(world.hunks('b.ts')).toEqual([['x\n', 'y\n']]);
  });

  it('line endings, a mark at the start and the missing newline at the end survive every decision', () => {
    const original = '\uFEFFone\r\ntwo\nthree\r\n\r\nfive';
    const world = new SimulatedWorkspace({ [path]: original });
    world.agent(path, '\uFEFFONE\r\ntwo\nthree\r\n\r\nFIVE\r\n');
    world.rejectHunk(path, 1);
    expect(world.text(path)).toBe('\uFEFFONE\r\ntwo\nthree\r\n\r\nfive');
    world.undo();
    world.acceptHunk(path, 1);
    world.rejectHunk(path, 0);
    expect(world.text(path)).toBe('\uFEFFone\r\ntwo\nthree\r\n\r\nFIVE\r\n');
  });

  it('a double write of the same text counts once', () => {
    const world = new SimulatedWorkspace({ [path]: 'a\n' });
    world.agent(path, 'b\n');
    const events = world.events.length;
    world.agent(path, 'b\n', { ...origin, toolCallId: 'again' });
    expect(world.events).toHaveLength(events);
  });

  it('a formatter that runs over the file on save changes no base lines the agent did not touch', () => {
    const world = new SimulatedWorkspace({ [path]: 'a\n  b\nc\nd\n' });
    world.agent(path, 'a\n  b\nC\nd\n');
    world.user(path, 'a\nb\nC\nd\n');
    expect(world.hunks(path)).toEqual([['c\n', 'C\n']]);
    checkInvariants(world);
    world.rejectAll();
    expect(world.text(path)).toBe('a\nb\nc\nd\n');
  });
});
