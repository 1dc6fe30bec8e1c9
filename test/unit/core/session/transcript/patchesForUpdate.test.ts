import type { SessionUpdate } from '@agentclientprotocol/sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinPatches } from '../../../../../src/core/chat/joinPatches.ts';
import { parseSessionUpdate } from '../../../../../src/core/session/wire/parseSessionUpdate.ts';
import { patchesForUpdate } from '../../../../../src/core/session/transcript/patchesForUpdate.ts';
import { createPermissionEntry } from '../../../../../src/core/session/transcript/permissionEntry.ts';
import {
  applyPatches,
  emptyTranscript,
  type TranscriptPatch,
  type Transcript,
} from '../../../../../src/core/session/transcript/transcript.ts';
import {
  promptSentPatches,
  userPromptPatches,
} from '../../../../../src/core/session/transcript/turnPatches.ts';

function update(raw: object): SessionUpdate {
  const parsed = parseSessionUpdate(raw);
  if (!parsed) {
    throw new Error(`Not an update: ${JSON.stringify(raw)}`);
  }
  return parsed;
}

/** The transcript after these updates, and all patches. */
function play(updates: readonly object[], from: Transcript = emptyTranscript) {
  const patches: TranscriptPatch[] = [];
  let transcript = from;
  for (const raw of updates) {
    const made = patchesForUpdate(transcript, update(raw), 1_000);
    patches.push(...made);
    transcript = applyPatches(transcript, made);
  }
  return { transcript, patches };
}

const chunk = (text: string, more: object = {}) => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
  ...more,
});
const user = (text: string) => chunk(text, { sessionUpdate: 'user_message_chunk' });
const tool = (fields: object = {}) => ({
  sessionUpdate: 'tool_call',
  toolCallId: 't',
  title: 'T',
  ...fields,
});
const meta = (part: object) => toolUpdate({ _meta: part });
const plan = (...texts: string[]) => ({
  sessionUpdate: 'plan',
  entries: texts.map(content => ({ content, priority: 'high', status: 'pending' })),
});
const toolUpdate = (fields: object) => ({
  sessionUpdate: 'tool_call_update',
  toolCallId: 't',
  ...fields,
});

const aside = (text: string) => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text, annotations: { audience: ['assistant'], priority: 0.1 } },
});

it('text that is not for the user is kept apart from the text around it, and joined while it streams', () => {
  const { transcript } = play([
    chunk('one '),
    chunk('two'),
    aside('for '),
    aside('me'),
    chunk('three'),
  ]);
  const annotations = { audience: ['assistant'] };
  expect(transcript.entries).toMatchObject([
    {
      blocks: [{ text: 'one two' }, { text: 'for me', annotations }, { text: 'three' }],
    },
  ]);
  const both = { type: 'text', text: 'all', annotations: { audience: ['user', 'assistant'] } };
  const shared = play([{ sessionUpdate: 'agent_message_chunk', content: both }]);
  expect(shared.transcript.entries).toMatchObject([{ blocks: [{ type: 'text', text: 'all' }] }]);
  expect(shared.transcript.entries[0]).not.toHaveProperty('blocks.0.annotations');
});

const noted = (text: string, annotations: object) => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text, annotations },
});

it('text with the priority 0 is optional, and kept apart like text that is not for the user', () => {
  const { transcript } = play([
    noted('a', { priority: 0 }),
    noted('b', { priority: 0 }),
    noted('c', { audience: ['assistant'], priority: 0 }),
    noted('d', { priority: 0.1 }),
    noted('e', { priority: '0' }),
  ]);
  expect(transcript.entries).toMatchObject([
    {
      blocks: [
        { text: 'ab', annotations: { priority: 0 } },
        { text: 'c', annotations: { audience: ['assistant'] } },
        { text: 'de' },
      ],
    },
  ]);
});

describe('message chunks', () => {
  it('join to one message', () => {
    const { transcript } = play([chunk('a'), chunk('b'), chunk('c')]);
    expect(transcript.entries).toMatchObject([{ kind: 'agent', blocks: [{ text: 'abc' }] }]);
  });

  it('start a new message when the id changes or a tool call is in between', () => {
    const { transcript } = play([
      chunk('a', { messageId: '1' }),
      chunk('b', { messageId: '2' }),
      tool(),
      chunk('c'),
    ]);
    expect(transcript.entries.map(({ kind }) => kind)).toEqual(['agent', 'agent', 'tool', 'agent']);
  });

  it('keep images and links in order', () => {
    const image = { type: 'image', data: 'AA==', mimeType: 'image/png' };
    const { transcript } = play([chunk('a'), { ...chunk(''), content: image }, chunk('b')]);
    expect(transcript.entries).toMatchObject([
      { blocks: [{ text: 'a' }, { type: 'image' }, { text: 'b' }] },
    ]);
  });

  it('of the user are not shown twice when the agent echoes the prompt', () => {
    const sent = applyPatches(
      emptyTranscript,
      userPromptPatches(emptyTranscript, [{ kind: 'text', text: 'hi' }], 0),
    );
    const echo = { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'hi' } };
    expect(play([echo], sent).transcript.entries).toHaveLength(1);
  });
});

describe('an echo of the prompt', () => {
  it('is recognized if a notice follows the prompt', () => {
    const sent = applyPatches(
      emptyTranscript,
      userPromptPatches(emptyTranscript, [{ kind: 'text', text: 'hello' }], 1),
    );
    const notice = { sessionUpdate: 'notice', severity: 'warning', title: 'A file was cut' };
    const echo = { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'hello' } };
    const { transcript } = play([notice, echo], sent);
    expect(transcript.entries.map(({ kind }) => kind)).toEqual(['user', 'notice']);
    expect(transcript.turn).toBe(1);
  });

  it('is recognized after a thought, also in pieces, and another message stays in the turn', () => {
    const draft = [{ kind: 'text', text: 'Say hello' }] as const;
    const started = applyPatches(emptyTranscript, userPromptPatches(emptyTranscript, draft, 1));
    const sent = applyPatches(
      started,
      promptSentPatches(started, [{ type: 'text', text: 'Say hello' }]),
    );
    const thought = { ...chunk('hmm'), sessionUpdate: 'agent_thought_chunk' };
    const { transcript } = play([thought, user('Say '), user('hello'), user('Other')], sent);
    expect(transcript.entries.map(({ kind }) => kind)).toEqual(['user', 'thought', 'user']);
    expect(transcript.turn).toBe(1);
  });
});

/** The messages of the user after these updates. */
const turnsOf = (...updates: readonly object[]) =>
  play(updates).transcript.entries.map(entry =>
    entry.kind === 'user'
      ? entry.blocks.map(block => (block.type === 'text' ? block.text : block.type)).join('|')
      : '',
  );

describe('replayed messages of the user', () => {
  it('are separate without ids, as after a stop by Codex 0.16', () => {
    expect(turnsOf(user('Talk forever.'), user('Sleep.'))).toEqual(['Talk forever.', 'Sleep.']);
    expect(turnsOf(user('one'), { ...user('two'), messageId: '2' })).toEqual(['one', 'two']);
  });

  it('keep the blocks of one message together, as by Claude 0.16', () => {
    const link = { type: 'resource_link', uri: 'file:///a.ts', name: 'a.ts' };
    expect(
      turnsOf(user('Look.'), user('[@a.ts](file:///a.ts)'), user('\n<context>1</context>')),
    ).toEqual(['Look.[@a.ts](file:///a.ts)\n<context>1</context>']);
    expect(turnsOf(user('Look'), { ...user(''), content: link }, user('now'))).toEqual([
      'Look|resource_link|now',
    ]);
    const same = { messageId: '1' };
    expect(turnsOf({ ...user('one'), ...same }, { ...user('two'), ...same })).toEqual(['onetwo']);
  });
});

describe('tool calls', () => {
  it('change only in the fields that an update has', () => {
    const { transcript } = play([
      tool({ kind: 'edit', status: 'in_progress', locations: [{ path: '/a', line: 3 }] }),
      toolUpdate({ status: 'completed', title: null }),
    ]);
    expect(transcript.entries).toMatchObject([
      { title: 'T', toolKind: 'edit', status: 'completed', locations: [{ path: '/a', line: 2 }] },
    ]);
  });

  it('have their content replaced as a whole, cleared by [], and kept when it is omitted or null', () => {
    const content = [{ type: 'content', content: { type: 'text', text: 'one' } }];
    const lengthAfter = (fields: object): number => {
      const [entry] = play([tool({ content }), toolUpdate(fields)]).transcript.entries;
      return entry?.kind === 'tool' ? entry.content.length : -1;
    };
    expect(lengthAfter({ content: [...content, ...content] })).toBe(2);
    expect(lengthAfter({ content: [] })).toBe(0);
    expect(lengthAfter({ content: null })).toBe(1);
    expect(lengthAfter({})).toBe(1);
  });

  it('are created by an update for an unknown id', () => {
    const { transcript } = play([toolUpdate({ status: 'in_progress' })]);
    expect(transcript.entries).toMatchObject([{ kind: 'tool', status: 'in_progress' }]);
  });

  it('that were only described in a permission request keep that description', () => {
    const { transcript: empty } = play([]);
    const request = { toolCallId: 't', title: 'Run tests', rawInput: { command: 'npm test' } };
    const asked = applyPatches(empty, [
      { kind: 'added', entry: createPermissionEntry(empty, request, [], 1) },
    ]);
    const { transcript } = play([toolUpdate({ status: 'completed' })], asked);
    expect(transcript.entries).toMatchObject([
      { kind: 'permission' },
      { kind: 'tool', title: 'Run tests', command: 'npm test', status: 'completed' },
    ]);
  });

  it('announced twice are shown once', () => {
    expect(play([tool(), tool({ title: 'Again' })]).transcript.entries).toMatchObject([
      { title: 'Again' },
    ]);
  });

  it('whose ids repeat in each turn are shown in their own turn, with their own permission requests', () => {
    const first = play([tool({ status: 'completed', rawInput: { command: 'ls' } })]).transcript;
    const prompted = applyPatches(
      first,
      userPromptPatches(first, [{ kind: 'text', text: 'more' }], 2),
    );
    const request = { toolCallId: 't', title: 'Remove', kind: 'delete' } as const;
    expect(createPermissionEntry(prompted, request, [], 2)).not.toHaveProperty('command');
    const { transcript } = play(
      [tool({ title: 'Second' }), toolUpdate({ status: 'failed' })],
      prompted,
    );
    expect(transcript.entries).toMatchObject([
      { kind: 'tool', title: 'T', status: 'completed', turn: 0 },
      { kind: 'user' },
      { kind: 'tool', title: 'Second', status: 'failed', turn: 1 },
    ]);
  });

  it('announced again while they run keep their position, also in the next turn', () => {
    const first = play([tool()]).transcript;
    const prompted = applyPatches(
      first,
      userPromptPatches(first, [{ kind: 'text', text: 'more' }], 2),
    );
    const { transcript } = play([tool({ title: 'Same' })], prompted);
    expect(transcript.entries).toMatchObject([{ kind: 'tool', title: 'Same' }, { kind: 'user' }]);
  });

  it('accept input that is nested 200,000 levels deep', () => {
    let deep: unknown = 'x';
    for (let level = 0; level < 200_000; level += 1) {
      deep = [deep];
    }
    const [entry] = play([tool({ rawInput: deep })]).transcript.entries;
    expect(() => structuredClone(entry)).not.toThrow();
    expect(() => JSON.stringify(entry)).not.toThrow();
  });
});

const printed = (...updates: readonly object[]): string | undefined =>
  play(updates).transcript.terminals.get('x')?.output;

describe('terminals reported in _meta', () => {
  it('append output in any order of messages, and keep their exit status', () => {
    const { transcript } = play([
      meta({ terminal_output: { terminal_id: 'x', data: 'early ' } }),
      meta({ terminal_info: { terminal_id: 'x', cwd: '/w' } }),
      meta({ terminal_output: { terminal_id: 'x', data: 'late' } }),
      meta({ terminal_exit: { terminal_id: 'x', exit_code: 3, signal: null } }),
    ]);
    expect(transcript.terminals.get('x')).toMatchObject({
      cwd: '/w',
      output: 'early late',
      exit: { code: 3, signal: null },
    });
  });

  it("show the raw output of their call if they end without output, as with Zed's Codex", () => {
    const ends = (rawOutput: unknown): object => ({
      ...meta({ terminal_exit: { terminal_id: 'x', exit_code: 0 } }),
      rawOutput,
    });
    const begins = meta({ terminal_info: { terminal_id: 'x' } });
    const grows = meta({ terminal_output: { terminal_id: 'x', data: 'told' } });
    const raw = { aggregated_output: 'raw\n', exit_code: 0 };
    expect(printed(begins, ends(raw))).toBe('raw\n');
    expect(printed(begins, grows, ends(raw))).toBe('told');
    expect(printed(begins, ends('odd'))).toBe('');
  });
});

describe('plans', () => {
  it('are replaced in place', () => {
    const { transcript } = play([plan('a'), chunk('x'), plan('a', 'b')]);
    expect(transcript.entries).toMatchObject([
      { kind: 'plan', items: [{ text: 'a' }, { text: 'b' }] },
      { kind: 'agent' },
    ]);
  });

  it('vanish when they become empty', () => {
    expect(play([plan('a'), plan()]).transcript.entries).toEqual([]);
  });

  it('of 10,000 entries are truncated, with a note', () => {
    const texts = Array.from({ length: 10_000 }, (_, index) => String(index));
    const [entry] = play([plan(...texts)]).transcript.entries;
    expect(entry?.kind === 'plan' && entry.items.at(-1)?.text).toContain('9500 more');
  });
});

describe('any sequence of updates', () => {
  const anyUpdate = fc.oneof(
    fc.string().map(text => chunk(text)),
    fc.string().map(text => ({ ...chunk(text), sessionUpdate: 'agent_thought_chunk' })),
    fc
      .constantFrom('pending', 'in_progress', 'completed', 'failed', 'odd')
      .map(status => toolUpdate({ status })),
    fc.string().map(title => ({ sessionUpdate: 'notice', severity: 'info', title })),
    fc.string().map(data => toolUpdate({ _meta: { terminal_output: { terminal_id: 'x', data } } })),
  );

  it('has the same result in the view, which gets the patches of a frame joined', () => {
    fc.assert(
      fc.property(fc.array(anyUpdate, { maxLength: 40 }), updates => {
        const { transcript, patches } = play(updates);
        expect(applyPatches(emptyTranscript, joinPatches(patches)).entries).toEqual(
          transcript.entries,
        );
      }),
    );
  });

  it('with random JSON never throws', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom(
          'tool_call',
          'plan',
          'notice',
          'usage_update',
          'compaction_update',
          'config_option_update',
          'x',
        ),
        (junk, kind) => {
          const raw =
            typeof junk === 'object' && junk !== null
              ? Object.assign(junk, { sessionUpdate: kind })
              : junk;
          const parsed = parseSessionUpdate(raw);
          if (parsed) {
            patchesForUpdate(emptyTranscript, parsed, 0);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

const steps = (planId: string, ...texts: string[]) => ({
  sessionUpdate: 'plan_update',
  plan: { type: 'items', planId, entries: plan(...texts).entries },
});
const markdown = (planId: string, content: string) => ({
  sessionUpdate: 'plan_update',
  plan: { type: 'markdown', planId, content },
});
const removed = (planId: string) => ({ sessionUpdate: 'plan_removed', planId });
const shown = (...updates: readonly object[]) =>
  play(updates).transcript.entries.map(entry =>
    entry.kind === 'plan'
      ? entry.items.map(({ text }) => text).join()
      : entry.kind === 'agent'
        ? entry.blocks.map(block => (block.type === 'text' ? block.text : block.type)).join()
        : entry.kind,
  );

describe('several plans', () => {
  it('are updated in place by their ids, and two with the same id are one', () => {
    expect(shown(steps('a', '1'), steps('b', '2'), plan('x'), steps('a', '3', '4'))).toEqual([
      '3,4',
      '2',
      'x',
    ]);
  });

  it('may be texts or files, which are shown as messages', () => {
    const file = {
      sessionUpdate: 'plan_update',
      plan: { type: 'file', planId: 'f', uri: 'file:///p/plan.md' },
    };
    expect(shown(markdown('m', '# One'), file, markdown('m', '# Two'), chunk('so'))).toEqual([
      '# Two',
      'resource_link',
      'so',
    ]);
  });

  it('vanish when they are removed; an unknown one changes nothing', () => {
    expect(shown(steps('a', '1'), markdown('m', 'text'), removed('a'), removed('m'))).toEqual([]);
    expect(shown(removed('who'), plan('x'))).toEqual(['x']);
  });
});
