// @vitest-environment happy-dom
import { render } from 'preact';
import { afterEach, beforeEach, describe, it } from 'vitest';
import type { Entry, ToolContent } from '../../../../src/core/session/transcript/entry.ts';
import { EntryView } from '../../../../src/webview/transcript/entries/entryView.tsx';
import { TerminalsContext } from '../../../../src/webview/transcript/terminal/terminalBox.tsx';
import { expectHarmless } from '../expectHarmless.ts';
import { payloads } from '../payloads.ts';

let container: HTMLElement;

beforeEach(() => {
  container = document.createElement('div');
});

afterEach(() => render(null, container));

/** One entry of every kind, with the text in every field that comes from the agent. */
function entriesWith(text: string): readonly Entry[] {
  const common = { id: text, turn: 1, atMs: 0 };
  const content: readonly ToolContent[] = [
    { kind: 'block', block: { type: 'text', text } },
    { kind: 'block', block: { type: 'image', mimeType: text, data: text } },
    { kind: 'block', block: { type: 'audio', mimeType: text, data: text } },
    { kind: 'block', block: { type: 'resource_link', uri: text, name: text, title: text } },
    { kind: 'block', block: { type: 'resource', resource: { uri: text, text } } },
    { kind: 'block', block: { type: 'resource', resource: { uri: text, blob: text } } },
    { kind: 'diff', path: text, oldText: text, newText: `${text}\n${text}` },
    { kind: 'terminal', terminalId: 't' },
  ];
  const blocks = content.flatMap(part => (part.kind === 'block' ? [part.block] : []));
  const call = { callId: text, title: text, content, locations: [{ path: text, line: 1 }] };
  return [
    { ...common, kind: 'user', blocks },
    { ...common, kind: 'agent', blocks },
    { ...common, kind: 'thought', blocks, untilMs: 5_000 },
    { ...common, ...call, kind: 'tool', toolKind: 'other', status: 'failed', input: text },
    { ...common, kind: 'plan', items: [{ text, priority: 'high', status: 'pending' }] },
    {
      ...common,
      ...call,
      kind: 'permission',
      toolKind: 'execute',
      command: text,
      choices: [{ optionId: text, name: text, kind: 'other' }],
      answer: { kind: 'open' },
    },
    {
      ...common,
      kind: 'question',
      message: text,
      ask: { kind: 'url', url: text, host: text, suspicious: true },
      answer: { kind: 'open' },
    },
    {
      ...common,
      kind: 'question',
      message: text,
      ask: {
        kind: 'form',
        form: {
          title: text,
          fields: [
            {
              kind: 'text',
              name: text,
              title: text,
              description: text,
              required: true,
              initial: text,
            },
            {
              kind: 'choice',
              name: `${text}2`,
              title: text,
              required: false,
              choices: [{ value: text, title: text, description: text }],
            },
          ],
        },
      },
      answer: { kind: 'open' },
    },
    { ...common, kind: 'compaction', compactionId: text, status: text, blocks, error: text },
    {
      ...common,
      kind: 'notice',
      severity: 'error',
      title: text,
      detail: text,
      actions: ['retry'],
      times: 2,
    },
  ];
}

describe('an entry with hostile text in every field', () => {
  it.each(payloads)('is rendered safely: %s', payload => {
    const terminals = new Map([
      ['t', { id: 't', command: payload, output: `${payload}\n${payload}`, cut: true }],
    ]);
    for (const entry of entriesWith(payload)) {
      render(
        <TerminalsContext.Provider value={terminals}>
          <EntryView key={entry.kind} entry={entry} />
        </TerminalsContext.Provider>,
        container,
      );
      for (const closed of container.querySelectorAll<HTMLElement>('[aria-expanded="false"]')) {
        closed.click();
      }
      expectHarmless(container);
    }
  });
});
