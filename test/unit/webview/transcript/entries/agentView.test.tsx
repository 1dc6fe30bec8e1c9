// @vitest-environment happy-dom
import { render } from 'preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AgentEntry } from '../../../../../src/core/session/transcript/entry.ts';
import { AgentView } from '../../../../../src/webview/transcript/entries/agentView.tsx';

let container: HTMLElement;

beforeEach(() => {
  container = document.createElement('div');
});

afterEach(() => render(null, container));

const said = (...texts: readonly string[]): AgentEntry => ({
  kind: 'agent',
  id: 'e1',
  turn: 1,
  atMs: 0,
  blocks: texts.map(text => ({ type: 'text', text })),
});

it('shows no blank messages, as pi and Qwen send them', () => {
  render(<AgentView entry={said('\n', ' ')} />, container);
  expect(container.childElementCount).toBe(0);
});

it('shows a message that begins with blanks', () => {
  render(<AgentView entry={said('\n', 'Hello')} />, container);
  expect(container.querySelector('article')?.textContent).toContain('Hello');
});
