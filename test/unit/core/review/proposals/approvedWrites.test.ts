import { beforeEach, describe, expect, it } from 'vitest';
import { ApprovedWrites } from '../../../../../src/core/review/proposals/approvedWrites.ts';
import { SimulatedWorkspace } from '../simulatedWorkspace.ts';

const before = '1\n2\n3\n4\n5\n';
const after = before.replace('4', 'four');

let workspace: SimulatedWorkspace;
let approvedWrites: ApprovedWrites;

beforeEach(() => {
  workspace = new SimulatedWorkspace({ a: before });
  approvedWrites = new ApprovedWrites(workspace.model);
  workspace.model.onDidChange(({ changed }) => approvedWrites.handleChange(changed));
});

describe('ApprovedWrites', () => {
  it('accepts an approved text when the agent writes it, regardless of line endings', () => {
    approvedWrites.expect('s1', 'a', after.replaceAll('\n', '\r\n'));
    expect(approvedWrites.has('a', after)).toBe(true);
    workspace.agent('a', after);
    expect(workspace.model.pending).toEqual([]);
    expect(approvedWrites.has('a', after)).toBe(false);
    workspace.undo();
    expect(workspace.hunks('a')).toEqual([['4\n', 'four\n']]);
  });

  it('does not accept what was pending in the file before', () => {
    workspace.agent('a', before.replace('1', 'one'));
    approvedWrites.expect('s1', 'a', after.replace('1', 'one'));
    workspace.agent('a', after.replace('1', 'one'));
    expect(workspace.hunks('a')).toEqual([['1\n', 'one\n']]);
  });

  it('accepts a created file', () => {
    approvedWrites.expect('s1', 'new', 'new\n');
    workspace.agent('new', 'new\n');
    expect(workspace.model.pending).toEqual([]);
  });

  it('does not accept another text, or one in a later turn', () => {
    approvedWrites.expect('s1', 'a', after);
    workspace.agent('a', `${after}more\n`);
    expect(workspace.model.pending.length).toBe(1);
    workspace.rejectAll();
    approvedWrites.endTurn('s2');
    expect(approvedWrites.has('a', after)).toBe(true);
    approvedWrites.endTurn('s1');
    workspace.agent('a', after);
    expect(workspace.model.pending.length).toBe(1);
  });
});
