import { describe, expect, it } from 'vitest';
import { benchmarksDoc, figuresTable, parseFigure } from '../../../harness/bench/figures.ts';

describe('the figures of benchmarks', () => {
  const lines = [
    '  open the chat: 1.9 times (at most 2)',
    'memory: 216.0 MB (at most 200)  MISSED',
    'ratio: 3.0 (at most 4)',
    'some other line',
  ];
  const figures = lines.flatMap(line => parseFigure('test/bench/chat.bench.ts', line));

  it('are read from the lines that report them', () => {
    expect(figures).toEqual([
      { benchmark: 'chat', what: 'open the chat', value: '1.9 times', most: '2' },
      { benchmark: 'chat', what: 'memory', value: '216.0 MB', most: '200' },
      { benchmark: 'chat', what: 'ratio', value: '3.0', most: '4' },
    ]);
  });

  it('are listed in a table, with those that exceed their limit in bold', () => {
    expect(figuresTable(figures).split('\n').slice(2)).toEqual([
      '| chat | open the chat | 1.9 times | 2 |',
      '| chat | memory | **216.0 MB** | 200 |',
      '| chat | ratio | 3.0 | 4 |',
    ]);
  });

  it('are written with the machine, the date and the commit', () => {
    expect(benchmarksDoc(figures)).toMatch(
      /- Machine: \d+ x .+\n- Date: \d{4}-\d\d-\d\d\n- Commit: \w+/,
    );
  });
});
