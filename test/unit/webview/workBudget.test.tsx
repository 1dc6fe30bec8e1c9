// @vitest-environment happy-dom
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import MarkdownIt from 'markdown-it';
import { options, render } from 'preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Conversation } from '../../../src/agent/session/conversation.ts';
import { newestPage } from '../../../src/core/chat/entryPage.ts';
import type { SessionChangedParams } from '../../../src/core/chat/messages.ts';
import { SessionChangeBatcher } from '../../../src/vscode/chat/sessionChangeBatcher.ts';
import { groupByTurn, type TranscriptTurn } from '../../../src/webview/state/turn.ts';
import { applyChange, toViewState, trimOldEntries } from '../../../src/webview/state/viewState.ts';
import { TurnView } from '../../../src/webview/transcript/turnView.tsx';
import { idleState } from '../../fakes/idleState.ts';
import { exceededFigures } from '../../fakes/workBudget.ts';

// How much work a conversation causes, in numbers that do not depend on the machine.

const FRAMES = 100;
const FRAME_MS = 16;

const say = (text: string): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
});

const startTool = (index: number): SessionUpdate => ({
  sessionUpdate: 'tool_call',
  toolCallId: `c${index}`,
  title: `Fetch page ${index}`,
  kind: 'fetch',
  status: 'in_progress',
});

const endTool = (index: number): SessionUpdate => ({
  sessionUpdate: 'tool_call_update',
  toolCallId: `c${index}`,
  status: 'completed',
  content: [{ type: 'content', content: { type: 'text', text: 'Some lines\n'.repeat(20) } }],
});

/** The name under which Preact calls a function before each render of a component. */
const RENDER_HOOK = '__r';

const loadGap = (): void => {};

let container: HTMLElement;

beforeEach(() => {
  container = document.createElement('div');
  vi.useFakeTimers();
});

afterEach(() => {
  render(null, container);
  vi.useRealTimers();
});

/** The messages to the page if these updates arrive in each frame. */
async function postedFor(updates: (frame: number) => readonly SessionUpdate[]) {
  const posted: SessionChangedParams[] = [];
  const conversation = new Conversation(idleState);
  const batcher = new SessionChangeBatcher(
    change => posted.push(change),
    () => Promise.resolve(),
  );
  batcher.setSession({ id: idleState.id, conversation });
  for (let frame = 0; frame < FRAMES; frame += 1) {
    updates(frame).forEach(update => conversation.applyUpdate(update));
    await vi.advanceTimersByTimeAsync(FRAME_MS);
  }
  batcher.dispose();
  return { posted, conversation };
}

/** Applies the messages to a page and counts what it does. */
function countPageWork(posted: readonly SessionChangedParams[]) {
  const parse = vi.spyOn(MarkdownIt.prototype, 'parse');
  let renders = 0;
  const hooks = options as unknown as Record<string, unknown>;
  const before = hooks[RENDER_HOOK] as ((node: unknown) => void) | undefined;
  hooks[RENDER_HOOK] = (node: unknown) => {
    renders += 1;
    before?.(node);
  };
  let view = toViewState({
    shell: { sessions: [], agents: [], favorites: {}, nowMs: 0, preferences: { enterSends: true } },
    session: { state: idleState, entries: [], earlier: 0, terminals: [] },
  });
  let turns: readonly TranscriptTurn[] = [];
  for (const change of posted) {
    view = trimOldEntries(applyChange(view, change));
    turns = groupByTurn(view.session?.transcript.entries ?? [], turns);
    const all = turns.map(turn => (
      <TurnView key={turn.number} {...{ turn, loadGap }} gap={0} isLast following wasOpen={false} />
    ));
    render(all, container);
  }
  hooks[RENDER_HOOK] = before;
  const parsedChars = parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
  const figures = { renders, parses: parse.mock.calls.length, parsedChars };
  parse.mockRestore();
  return figures;
}

describe('the work for a conversation', () => {
  it('is as recorded for streamed text', async () => {
    const { posted } = await postedFor(frame =>
      Array.from({ length: 10 }, (_, index) =>
        say(index === 0 ? `\n\nPart ${frame} ` : 'of text '),
      ),
    );
    const figures = {
      messages: posted.length,
      messageBytes: JSON.stringify(posted).length,
      ...countPageWork(posted),
    };
    expect(container.textContent).toContain('Part 99');
    expect(exceededFigures('1,000 chunks of text in 100 frames', figures)).toEqual([]);
  });

  it('is as recorded for tool calls', async () => {
    const { posted, conversation } = await postedFor(frame =>
      [0, 1, 2, 3, 4].flatMap(index => [startTool(frame * 5 + index), endTool(frame * 5 + index)]),
    );
    const page = newestPage(conversation.transcript);
    const figures = {
      messages: posted.length,
      messageBytes: JSON.stringify(posted).length,
      resetBytes: JSON.stringify(page).length,
      ...countPageWork(posted),
    };
    expect(container.textContent).toContain('Fetch page 499');
    expect(exceededFigures('500 tool calls in 100 frames', figures)).toEqual([]);
  });
});
