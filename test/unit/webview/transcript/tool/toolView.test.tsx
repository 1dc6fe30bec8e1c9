// @vitest-environment happy-dom
import { render } from 'preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ToolEntry } from '../../../../../src/core/session/transcript/entry.ts';
import { ToolView } from '../../../../../src/webview/transcript/tool/toolView.tsx';

let container: HTMLElement;

beforeEach(() => {
  container = document.createElement('div');
});

afterEach(() => render(null, container));

const tool: ToolEntry = {
  id: 'e1',
  turn: 1,
  atMs: 0,
  kind: 'tool',
  callId: 'c',
  title: ' ',
  toolKind: 'other',
  status: 'in_progress',
  content: [],
  locations: [],
};

it('falls back to its name or kind without a title', () => {
  const shown = (): unknown => [
    container.querySelector('article')?.getAttribute('aria-label'),
    container.querySelector('.line-text')?.textContent,
  ];
  render(<ToolView entry={{ ...tool, name: 'fetch_page' }} />, container);
  expect(shown()).toEqual(['Tool: fetch_page', 'fetch_page']);
  render(<ToolView entry={tool} />, container);
  expect(shown()).toEqual(['Tool: unnamed', 'unnamed']);
});

const canBeStopped = (more: Partial<ToolEntry>): boolean => {
  render(<ToolView entry={{ ...tool, title: 'Search', ...more }} />, container);
  return container.querySelector('[aria-label="Stop Search"]') !== null;
};

it('can be stopped while it runs, if the agent lets us', () => {
  expect(canBeStopped({})).toBe(false);
  expect(canBeStopped({ canStop: true })).toBe(true);
  expect(canBeStopped({ canStop: true, endedMs: 1 })).toBe(false);
});
