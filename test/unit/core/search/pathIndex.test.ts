import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createFuzzyQuery,
  fuzzyScore,
  fuzzyNameScore,
  NO_MATCH,
  substringScore,
} from '../../../../src/core/search/fuzzyScore.ts';
import { FuzzyCorpus } from '../../../../src/core/search/fuzzyCorpus.ts';
import { PathIndex } from '../../../../src/core/search/pathIndex.ts';

const ANYWHERE = { nearFolder: '', usage: new Map<string, number>() };

function indexOf(...paths: readonly string[]): PathIndex {
  const index = new PathIndex();
  paths.forEach(path => index.add(path));
  return index;
}

function found(index: PathIndex, typed: string, likely = ANYWHERE): readonly string[] {
  return index.search(createFuzzyQuery(typed), 10, likely).map(match => match.path);
}

describe('PathIndex', () => {
  it.each([
    ['the whole name before a longer one', 'form', ['a/form.ts', 'a/formOf.ts', 'a/platform.ts']],
    ['the name before the folders', 'chat', ['src/view/chat.ts', 'src/chat/view.ts']],
    ['the starts of words before letters in between', 'pb', ['a/promptBlocks.ts', 'a/probe.ts']],
    ['the shorter path where all else is equal', 'index', ['a/index.ts', 'a/b/c/index.ts']],
    ['folders by their own name', 'prompt', ['src/prompt/', 'src/prompt/draft.ts']],
  ])('ranks %s', (_, typed, paths) => {
    expect(found(indexOf(...paths.toReversed()), typed)).toEqual(paths);
    expect(found(indexOf(...paths), typed)).toEqual(paths);
  });

  it('matches parts of folders, with slashes or backslashes, and several words', () => {
    const index = indexOf('src/core/prompt/draft.ts', 'src/core/review/draft.ts');
    expect(found(index, 'core/pr/dr')).toEqual(['src/core/prompt/draft.ts']);
    expect(found(index, String.raw`pro\draft`)).toEqual(['src/core/prompt/draft.ts']);
    expect(found(index, 'draft rev')).toEqual(['src/core/review/draft.ts']);
  });

  it('prefers files in use and nearby files', () => {
    const index = indexOf('a/index.ts', 'b/index.ts', 'c/index.ts');
    expect(found(index, 'index', { nearFolder: 'b/', usage: new Map() })[0]).toBe('b/index.ts');
    expect(
      found(index, 'index', { nearFolder: 'b/', usage: new Map([['c/index.ts', 20]]) })[0],
    ).toBe('c/index.ts');
    expect(found(index, '', { nearFolder: '', usage: new Map([['c/index.ts', 20]]) })[0]).toBe(
      'c/index.ts',
    );
  });

  it('respects added and removed paths while a query is being typed', () => {
    const index = indexOf('one.ts', 'two.ts', 'three.ts');
    expect(found(index, 't')).toHaveLength(3);
    index.remove('two.ts');
    index.remove('never.ts');
    index.add('twice.ts');
    index.add('twice.ts');
    expect(found(index, 'tw')).toEqual(['twice.ts']);
    expect(index.size).toBe(3);
  });

  const path = fc.string({
    unit: fc.constantFrom('a', 'b', 'C', '/', '.', 'ß', 'İ', '-'),
    minLength: 1,
  });
  const typed = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '/', '.', ' '), maxLength: 5 });

  it('finds exactly the paths that contain the letters in order, also letter by letter', () => {
    fc.assert(
      fc.property(fc.array(path, { maxLength: 20 }), typed, (paths, query) => {
        const expected = new Set(
          paths.filter(candidate => query.split(' ').every(term => holds(candidate, term))),
        );
        const index = indexOf(...paths);
        expect(new Set(allFound(index, query))).toEqual(expected);
        for (let end = 0; end <= query.length; end++) {
          allFound(index, query.slice(0, end));
        }
        expect(new Set(allFound(index, query))).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('finds the only path with scattered letters among very many', () => {
    const many = Array.from({ length: 70_000 }, (_, n) => `packages/p${n}/src/x.ts`);
    const index = indexOf(...many, 'packages/zebra/y.ts');
    for (const query of ['p', 'pz', 'pzr', 'pzr/', 'pzr/y']) {
      expect(allFound(index, query)).toContain('packages/zebra/y.ts');
    }
    expect(allFound(index, 'kzry')).toEqual(['packages/zebra/y.ts']);
  });

  it('returns the same results letter by letter as at once', () => {
    fc.assert(
      fc.property(fc.array(path, { maxLength: 40 }), typed, (paths, query) => {
        const index = indexOf(...paths);
        for (let end = 0; end < query.length; end++) {
          fewScores(index, query.slice(0, end));
        }
        expect(fewScores(index, query)).toEqual(fewScores(indexOf(...paths), query));
      }),
      { numRuns: 300 },
    );
  });

  it('includes files in use even if very many others match better', () => {
    const names = Array.from({ length: 300 }, (_, n) => `a/note${n}.ts`);
    const index = indexOf(...names, 'n/o/t/e/deep.ts');
    const used = new Map([['n/o/t/e/deep.ts', 200]]);
    expect(found(index, 'note', { nearFolder: '', usage: used })[0]).toBe('n/o/t/e/deep.ts');
  });

  it('returns the best matches, and weaker kinds of matches only up to the limit', () => {
    const names = fc.array(
      fc.string({ unit: fc.constantFrom('a', 'b', 'x', '/'), minLength: 3, maxLength: 12 }),
      {
        minLength: 30,
        maxLength: 80,
      },
    );
    fc.assert(
      fc.property(names, paths => {
        expect(fewScores(indexOf(...paths), 'ab')).toEqual(bestByWays(paths, 'ab'));
      }),
      { examples: [[['aaa', 'aba', 'abaaa', 'a/b', 'bba', 'a/a', 'aab/a']]] },
    );
  });
});

const FEW = 3;

/** The reference: tries all paths with one kind of match after the other. */
function bestByWays(paths: readonly string[], typed: string): readonly number[] {
  const texts = new FuzzyCorpus();
  const query = createFuzzyQuery(typed);
  let left = [...new Set(paths)].map(path => texts.add(path));
  let scores: readonly number[] = [];
  for (const scoreOf of [fuzzyNameScore, substringScore, fuzzyScore]) {
    if (scores.length < FEW) {
      const tried = left.map(index => ({ place: index, score: scoreOf(query, texts, index) }));
      scores = scores.concat(tried.map(({ score }) => score).filter(score => score !== NO_MATCH));
      left = tried.filter(({ score }) => score === NO_MATCH).map(({ place: index }) => index);
    }
  }
  return scores.toSorted((one, other) => other - one).slice(0, FEW);
}

const fewScores = (index: PathIndex, typed: string): readonly number[] =>
  index.search(createFuzzyQuery(typed), FEW, ANYWHERE).map(match => match.score);

function allFound(index: PathIndex, query: string): readonly string[] {
  return index.search(createFuzzyQuery(query), 100_000, ANYWHERE).map(match => match.path);
}

function holds(path: string, term: string): boolean {
  let at = 0;
  for (const letter of path.toLowerCase()) {
    at += letter === term[at] ? 1 : 0;
  }
  return at === term.length;
}
