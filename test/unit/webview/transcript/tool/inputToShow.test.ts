import { expect, it } from 'vitest';
import type { ToolEntry } from '../../../../../src/core/session/transcript/entry.ts';
import { inputToShow } from '../../../../../src/webview/transcript/tool/inputToShow.ts';

const tool = (facts: Partial<ToolEntry>): ToolEntry => ({
  id: 'e1',
  turn: 1,
  atMs: 0,
  kind: 'tool',
  callId: 'c',
  title: 'Edit src/cart.ts',
  toolKind: 'edit',
  status: 'completed',
  content: [],
  locations: [],
  ...facts,
});
const diff = { kind: 'diff', path: '/w/src/cart.ts', oldText: 'a = 1', newText: 'a = 2' } as const;

it('shows input only if it says something that the call does not show', () => {
  const input = JSON.stringify({ path: 'src/cart.ts', old: 'a = 1', new: 'a = 2', all: false });
  expect(inputToShow(tool({ input, content: [diff] }))).toBeUndefined();
  expect(inputToShow(tool({ input }))).toBe(input);
  const all = JSON.stringify({ path: 'src/cart.ts', all: true });
  expect(inputToShow(tool({ input: all, content: [diff] }))).toBe(all);
  expect(inputToShow(tool({ input: '{"command": "npm test"}', command: 'npm test' }))).toBe(
    undefined,
  );
  expect(inputToShow(tool({ input: '{}' }))).toBeUndefined();
  expect(inputToShow(tool({}))).toBeUndefined();
});

it('shows input that cannot be read, unless there is a diff', () => {
  const cut = '{"content": "a very long te';
  expect(inputToShow(tool({ input: cut }))).toBe(cut);
  expect(inputToShow(tool({ input: cut, content: [diff] }))).toBeUndefined();
  expect(inputToShow(tool({ input: 'plain' }))).toBe('plain');
});
