import { expect, it } from 'vitest';
import { mutationScore } from '../../mutation/mutationScore.ts';

const mutant = (status: string, statusReason?: string) => ({
  status,
  statusReason,
  mutatorName: 'StringLiteral',
  replacement: '""',
  location: { start: { line: 7 } },
});

it('the mutation score counts what is noticed, and what only a time limit noticed', () => {
  const report = {
    files: {
      'a.ts': {
        mutants: [
          mutant('Killed', 'expected 1 to be 2'),
          mutant('Killed', 'Test timed out in 20000ms.'),
          mutant('Killed', 'Hook timed out in 60000ms.'),
          mutant('Timeout', 'Hit limit reached (3801/3800)'),
          mutant('Timeout'),
          mutant('RuntimeError'),
        ],
      },
      'b.ts': { mutants: [mutant('Survived')] },
    },
  };
  expect(mutationScore(JSON.stringify(report))).toEqual({
    score: (100 * 5) / 6,
    noticed: 5,
    timedOut: 3,
    total: 6,
    unnoticed: ['b.ts:7 StringLiteral: ""'],
  });
  expect(mutationScore('{"files":{}}').score).toBe(0);
});
