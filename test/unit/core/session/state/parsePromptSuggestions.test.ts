import { expect, it } from 'vitest';
import { parsePromptSuggestions } from '../../../../../src/core/session/state/parsePromptSuggestions.ts';

const suggestions = (...texts: readonly unknown[]) => ({
  promptSuggestions: { suggestions: texts.map(text => ({ text })) },
});

it('reads the prompts that Claude and Codex suggest', () => {
  expect(parsePromptSuggestions(suggestions(' run the tests '))).toEqual(['run the tests']);
  expect(parsePromptSuggestions(suggestions())).toEqual([]);
});

it('skips blank, repeated and invalid ones, and is bounded', () => {
  expect(parsePromptSuggestions(suggestions(' ', 1, 'a', 'a', 'b', 'c', 'd'))).toEqual([
    'a',
    'b',
    'c',
  ]);
  expect(parsePromptSuggestions(suggestions('x'.repeat(5_000)))?.[0]).toHaveLength(1_000);
});

it.each([undefined, null, {}, { promptSuggestions: 'run' }, { promptSuggestions: {} }])(
  'says nothing for %j',
  meta => {
    expect(parsePromptSuggestions(meta)).toBeUndefined();
  },
);
