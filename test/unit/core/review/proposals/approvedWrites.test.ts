import { beforeEach, describe, expect, it } from 'vitest';
import { ApprovedWrites } from '../../../../../src/core/review/proposals/approvedWrites.ts';
import { SimulatedWorkspace } from '../simulatedWorkspace.ts';

const before = '1\n2\n3\n4\n5\n';
const after = before.replace('4', 'four');

let world: SimulatedWorkspace;
let agreed: ApprovedWrites;

beforeEach(() => {
  world = new SimulatedWorkspace({ a: before });
  agreed = new ApprovedWrites(world.log);
  world.log.onDidChange(({ changed }) => agreed.handleChange(changed));
});

describe('a text that the user has agreed to before it was written', () => {
  it('is accepted when the agent writes it, whatever its line endings', () => {
    agreed.expect('s1', 'a', after.replaceAll('\n', '\r\n'));
    expect(agreed.has('a', after)).toBe(true);
    world.agent('a', after);
    expect(world.log.pending).toEqual([]);
    expect(agreed.has('a', after)).toBe(false);
    world.undo();
    expect(world.hunks('a')).toEqual([['4\n', 'four\n']]);
  });

  it('leaves alone what waited in the file before', () => {
    world.agent('a', before.replace('1', 'one'));
    agreed.expect('s1', 'a', after.replace('1', 'one'));
    world.agent('a', after.replace('1', 'one'));
    expect(world.hunks('a')).toEqual([['1\n', 'one\n']]);
  });

  it('covers a file that is created', () => {
    agreed.expect('s1', 'new', 'new\n');
    world.agent('new', 'new\n');
    expect(world.log.pending).toEqual([]);
  });

  it('is no leave for another text, nor for a later turn', () => {
    agreed.expect('s1', 'a', after);
    world.agent('a', `${after}more\n`);
    expect(world.log.pending.length).toBe(1);
    world.rejectAll();
    agreed.endTurn('s2');
    expect(agreed.has('a', after)).toBe(true);
    agreed.endTurn('s1');
    world.agent('a', after);
    expect(world.log.pending.length).toBe(1);
  });
});
