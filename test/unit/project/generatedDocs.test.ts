import { expect, it } from 'vitest';
import { generatedDocs } from '../../harness/docs/generatedDocs.ts';

it.each(generatedDocs())(
  '$name is up to date: run "npm run docs" if it is not',
  ({ current, generated }) => {
    expect(current).toBe(generated);
  },
);
