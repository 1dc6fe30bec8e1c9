import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { WorkTree } from '../../../../src/agent/review/workTree.ts';
import { tempWorkspace } from '../snapshot/tempRepo.ts';

it('reports each skipped path once', async () => {
  const work = await tempWorkspace();
  const odd = (name: string): Buffer => Buffer.from(`${work.root}/${name}\xe9`, 'latin1');
  await writeFile(odd('one'), 'x');
  const said: string[] = [];
  const logger = { info: () => {}, warn: (text: string) => said.push(text), error: () => {} };
  const tree = await WorkTree.open(work.root, work.storage, logger);
  await tree.resetBaseline();
  await tree.findChanges();
  expect(said).toHaveLength(1);
  await writeFile(odd('two'), 'x');
  await tree.findChanges();
  expect(said.map(text => text.split(': ').at(-1))).toEqual(['one\uFFFD', 'two\uFFFD']);
  tree.dispose();
});
