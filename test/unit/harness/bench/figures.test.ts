import { describe, expect, it } from 'vitest';
import { benchmarksDoc, figuresTable, parseFigures } from '../../../harness/bench/figures.ts';

describe('the figures of benchmarks', () => {
  const written = [
    {
      what: 'open the chat',
      value: 1.94,
      unit: 'times',
      most: 2,
      p95: 2.345,
      rounds: 5,
      ours: '194 ms, p95 230',
      baseline: '100 ms, p95 101',
    },
    { what: 'memory', value: 216.04, unit: 'MB', most: 200 },
    { what: 'ratio | share', value: 0.0301, unit: '', most: Infinity },
  ];
  const lines = written.map(figure => `${JSON.stringify(figure)}\n`).join('');
  const figures = parseFigures('chat', lines);

  it('are listed in a table, with those that exceed their limit in bold', () => {
    expect(figuresTable(figures).split('\n').slice(2)).toEqual([
      '| chat | open the chat | 1.94 times | 2.35 | 2 | 194 ms, p95 230 | 100 ms, p95 101 |',
      '| chat | memory | **216 MB** |  | 200 |  |  |',
      String.raw`| chat | ratio \| share | 0.0301 |  |  |  |  |`,
    ]);
  });

  it('are written with the machine, the date and the commit', () => {
    expect(benchmarksDoc(figures)).toMatch(
      /- Machine: \d+ x .+\n- Date: \d{4}-\d\d-\d\d\n- Commit: \w+/,
    );
  });
});
