import { expect, it } from 'vitest';
import {
  createPromptBudget,
  representMention,
} from '../../../../src/core/prompt/mentionRepresentation.ts';
import { getPromptNotes } from '../../../../src/core/prompt/promptNote.ts';
import { ALL, LIMITS, text } from './samples.ts';

it('warns about a file that may contain secrets', () => {
  const mention = { kind: 'file', uri: 'file:///w/.env' } as const;
  const attachment = text('K=1');
  const representation = representMention(mention, attachment, createPromptBudget(ALL, LIMITS));
  expect(getPromptNotes(mention, attachment, representation).map(({ message }) => message)).toEqual(
    ['.env: it may contain secrets (environment file).'],
  );
});
