import { expect, it } from 'vitest';
import { getDamageLabel, getFileChangeLabel } from '../../../../src/core/chat/fileChangeLabel.ts';
import type { FileContent } from '../../../../src/core/review/file/fileSide.ts';
import { SimulatedWorkspace } from '../review/simulatedWorkspace.ts';

const text = (mode: number): FileContent => ({ kind: 'text', text: 'a\n', mode });
const link: FileContent = { kind: 'binary', hash: 'h', sizeBytes: 1, mode: 0o120000 };

it.each([
  [
    'tells who may do what now',
    text(0o100600),
    text(0o100644),
    'Permissions changed from 600 to 644',
  ],
  [
    'says nothing of that if it is the same',
    text(0o100600),
    { ...text(0o100600), text: 'b\n' },
    '',
  ],
  ['says nothing of that about a link', text(0o100600), link, ''],
])('%s', (_, before, after, words) => {
  const world = new SimulatedWorkspace();
  world.disk.set('a', before);
  world.agent('a', after);
  expect(getDamageLabel(world.file('a'))).toBe(words);
});

const labelOf = (path: string): string => path.toUpperCase();

it('tells the old name of a renamed file', () => {
  const world = new SimulatedWorkspace();
  world.disk.set('a', text(0o100600));
  world.agent('a', text(0o100600));
  world.agentRenames('a', 'c');
  expect(getFileChangeLabel(world.file('c'), labelOf)).toBe('Renamed from A');
});

it('tells that a new file is empty', () => {
  const world = new SimulatedWorkspace();
  world.agent('empty', '');
  world.agent('full', 'a\n');
  expect(getFileChangeLabel(world.file('empty'), labelOf)).toBe('Empty file');
  expect(getFileChangeLabel(world.file('full'), labelOf)).toBe('');
});
