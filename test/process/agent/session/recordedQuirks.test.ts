import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Session } from '../../../../src/agent/session/session.ts';
import { asList, asRecord, asString, type JsonObject } from '../../../../src/core/json.ts';
import type { Entry, ToolEntry } from '../../../../src/core/session/transcript/entry.ts';
import { parseTrace, type TraceLine } from '../../../fakes/replay.ts';
import { replaySession } from '../../../fakes/replaySession.ts';
import { outline } from '../../../fakes/sessionFixture.ts';
import { useSessionFixture } from '../../../fakes/useSessionFixture.ts';

const fixture = useSessionFixture();

interface ReplayedRun {
  readonly session: Session;
  readonly entries: readonly Entry[];
  /** The updates of tool calls. */
  readonly toolUpdates: readonly JsonObject[];
  /** The permission requests. */
  readonly asked: readonly JsonObject[];
  readonly lines: readonly TraceLine[];
}

/** Replays a recorded run of an agent. */
async function replayRun(name: string): Promise<ReplayedRun> {
  const file = fileURLToPath(new URL(`../../../fixtures/agents/${name}.ndjson`, import.meta.url));
  const lines = parseTrace(await readFile(file, 'utf8'));
  const session = await replaySession(fixture, lines);
  const { entries } = session.conversation.transcript;
  const said = lines.filter(({ dir }) => dir === 'a2c').map(({ msg }) => msg);
  const params = said.map(({ params: raw }) => asRecord(raw) ?? {});
  return {
    session,
    entries,
    toolUpdates: recordsIn(params, 'update').filter(update => 'toolCallId' in update),
    asked: recordsIn(params, 'toolCall'),
    lines,
  };
}

const recordsIn = (all: readonly JsonObject[], name: string): readonly JsonObject[] =>
  all.flatMap(one => {
    const record = asRecord(one[name]);
    return record ? [record] : [];
  });

const idOf = (call: JsonObject): string => asString(call['toolCallId']) ?? '';
const isTool = (entry: Entry): entry is ToolEntry => entry.kind === 'tool';
const hasDiff = ({ content }: JsonObject): boolean =>
  (asList(content, asRecord) ?? []).some(({ type }) => type === 'diff');

describe('a terminal that the client did not create', () => {
  it.each(['claude', 'codex', 'codex-zed', 'pi'])('is shown with its output (%s)', async name => {
    const { session, lines } = await replayRun(name);
    expect(lines.some(({ msg }) => msg.method === 'terminal/create')).toBe(false);
    const terminals = [...session.conversation.transcript.terminals.values()];
    const printed = terminals.filter(({ output }) => output.includes('said by it: 42'));
    expect(printed).toMatchObject([{ exit: { code: 0 } }]);
  });
});

describe('a tool call', () => {
  it("is shown once when it is announced twice, as by Zed's Claude", async () => {
    const { toolUpdates, entries } = await replayRun('claude-old');
    const ids = toolUpdates.filter(call => call['sessionUpdate'] === 'tool_call').map(idOf);
    expect(new Set(ids).size).toBeLessThan(ids.length);
    expect(entries.filter(isTool).map(({ callId }) => callId)).toEqual([...new Set(ids)]);
  });

  it.each(['gemini', 'codex-zed', 'kilo'])(
    'of a permission request has its title and position, announced before or never (%s)',
    async name => {
      const { toolUpdates, asked, entries, lines } = await replayRun(name);
      const early = asked.filter(call => isEarly(lines, idOf(call)));
      expect(early.length).toBeGreaterThan(0);
      for (const call of early) {
        const title = asString(call['title']);
        const wasTold = toolUpdates.some(other => idOf(other) === idOf(call));
        const rows = entries.filter(isTool).filter(({ callId }) => callId === idOf(call));
        expect(rows).toHaveLength(wasTold ? 1 : 0);
        expect(rows.every(row => row.title !== '')).toBe(true);
        expect(entries.filter(entry => entry.kind === 'permission')).toContainEqual(
          expect.objectContaining({ callId: idOf(call), title }),
        );
      }
    },
  );

  it('shows its last update: kimi removes its diff when it is done', async () => {
    const { toolUpdates, entries } = await replayRun('kimi');
    const edited = toolUpdates.filter(hasDiff).map(idOf);
    expect(edited.length).toBeGreaterThan(0);
    const row = entries.filter(isTool).find(({ callId }) => callId === edited[0]);
    expect(row).toMatchObject({ toolKind: 'edit', status: 'completed' });
    expect(row?.content.map(({ kind }) => kind)).toEqual(['block']);
    expect(row?.locations).toHaveLength(1);
  });

  it('may show the whole file in the request and a part when it is done, as with OpenCode', async () => {
    const { entries } = await replayRun('opencode');
    const diffs = (kind: 'permission' | 'tool'): readonly string[] =>
      entries.flatMap(entry =>
        entry.kind === kind
          ? entry.content.flatMap(part => (part.kind === 'diff' ? [part.oldText ?? ''] : []))
          : [],
      );
    expect(diffs('permission')[0]).toContain('one\ntwo\nthree');
    expect(diffs('tool')[0]).toBe('two\n');
  });
});

it.each(['grok', 'qwen', 'claude', 'codex'])(
  'the conversation ignores what %s sends besides the protocol',
  async name => {
    const { session, lines } = await replayRun(name);
    const methods = lines.flatMap(({ dir, msg }) => (dir === 'a2c' ? (msg.method ?? []) : []));
    expect(methods.some(method => !/^(?:session|fs|terminal)\//.test(method))).toBe(true);
    expect(outline(session).filter(line => line.startsWith('notice'))).toEqual([]);
  },
);

/** Whether permission is requested for a call before the call was announced. */
function isEarly(lines: readonly TraceLine[], id: string): boolean {
  const first = lines.find(({ dir, msg }) => dir === 'a2c' && JSON.stringify(msg).includes(id));
  return first?.msg.method === 'session/request_permission';
}
