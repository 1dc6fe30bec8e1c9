// @vitest-environment happy-dom
import { render } from 'preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Entry } from '../../../../../src/core/session/transcript/entry.ts';
import { EntryView } from '../../../../../src/webview/transcript/entries/entryView.tsx';

let container: HTMLElement;

beforeEach(() => {
  container = document.createElement('div');
});

afterEach(() => render(null, container));

const said = (id: string, text: string): Entry => ({
  id,
  turn: 1,
  atMs: 0,
  kind: 'agent',
  blocks: [{ type: 'text', text }],
});

const draw = async (entries: readonly Entry[]): Promise<void> => {
  render(
    entries.map(entry => <EntryView key={entry.id} entry={entry} />),
    container,
  );
  await new Promise(done => setTimeout(done));
};

it('shows that it cannot be rendered, without affecting other entries', async () => {
  // Not written by any version, but a journal may be damaged.
  const damaged = { ...said('e2', ''), blocks: undefined } as unknown as Entry;
  await draw([said('e1', 'before'), damaged, said('e3', 'after')]);
  expect(container.textContent).toContain('before');
  expect(container.textContent).toContain("Couldn't show");
  expect(container.textContent).toContain('after');
  await draw([said('e1', 'before'), said('e2', 'whole again'), said('e3', 'after')]);
  expect(container.textContent).toContain('whole again');
  expect(container.textContent).not.toContain("Couldn't show");
});
