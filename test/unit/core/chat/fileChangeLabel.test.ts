import { expect, it } from 'vitest';
import type { FileContent } from '../../../../../src/core/review/file/fileSide.ts';
import { getDamageLabel } from '../../../../../src/vscode/review/editor/pendingLabels.ts';
import { SimulatedWorkspace } from '../../../core/review/simulatedWorkspace.ts';

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
