import { describe, expect, it } from 'vitest';
import { FileTree } from '../../../../src/core/search/fileTree.ts';
import { createFuzzyQuery } from '../../../../src/core/search/fuzzyScore.ts';

function paths(tree: FileTree): readonly string[] {
  const likely = { nearFolder: '', usage: new Map<string, number>() };
  return tree
    .search(createFuzzyQuery(''), 100, likely)
    .map(({ path }) => path)
    .toSorted();
}

describe('FileTree', () => {
  it('contains folders as long as they have files', () => {
    const tree = new FileTree();
    tree.add('a/b/one.ts');
    tree.add('a/two.ts');
    tree.add('a/two.ts');
    expect(paths(tree)).toEqual(['a/', 'a/b/', 'a/b/one.ts', 'a/two.ts']);
    tree.remove('a/b/one.ts');
    tree.remove('a/b/one.ts');
    expect(paths(tree)).toEqual(['a/', 'a/two.ts']);
  });

  it('removes a whole folder, but not one with a similar name', () => {
    const tree = new FileTree();
    ['a/x.ts', 'a/b/y.ts', 'ab/z.ts'].forEach(file => tree.add(file));
    tree.removeAll('a');
    expect(paths(tree)).toEqual(['ab/', 'ab/z.ts']);
  });
});
