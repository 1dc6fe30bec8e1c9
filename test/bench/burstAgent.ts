/**
 * An agent that writes as fast as it can, for the benchmarks of the chat in a real VS Code. The prompt says what: `stream 5000`,
 * `paced 2000`, `tools 500`, `long 10000` (calls with 5,000 characters of text each), `ask 1` (for permission, and waits).
 * It appends the times of its start and its end to the file in its first argument.
 */
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { chunksOf } from './chunks.ts';

const [logFile = ''] = process.argv.slice(2);
const PACE_MS = 20;
const PACE_CHUNKS = 4;
const LONG_CHARS = 2_500;
const LAST = '\n\nThe end.';

const line = (message: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
const note = (what: 'begins' | 'ends'): void =>
  appendFileSync(logFile, `${JSON.stringify({ what, atMs: Date.now() })}\n`);
const write = (text: string): Promise<void> =>
  new Promise(resolve => {
    process.stdout.write(text, () => resolve());
  });
const update = (change: object): string =>
  line({ method: 'session/update', params: { sessionId: 's', update: change } });
const said = (text: string): string =>
  update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });

/** The updates of a tool call that is created, runs and completes. */
function toolCallUpdates(index: number, resultChars = 400): string {
  const toolCallId = `t${index}`;
  const title = `Read src/file${index}.ts`;
  const text = `result ${index} `.repeat(Math.ceil(resultChars / 10));
  const locations = [{ path: path.resolve(`src/file${index}.ts`) }];
  const content = [{ type: 'content', content: { type: 'text', text } }];
  const after = { sessionUpdate: 'tool_call_update', toolCallId };
  return [
    update({
      sessionUpdate: 'tool_call',
      toolCallId,
      title,
      kind: 'read',
      status: 'pending',
      locations,
    }),
    update({ ...after, status: 'in_progress' }),
    update({ ...after, status: 'completed', content }),
  ].join('');
}

async function paced(count: number): Promise<void> {
  const lines = [...chunksOf(count), LAST].map(said);
  const beganMs = Date.now();
  for (let at = 0; at < lines.length; at += PACE_CHUNKS) {
    await sleep(Math.max(0, beganMs + (at / PACE_CHUNKS) * PACE_MS - Date.now()));
    await write(lines.slice(at, at + PACE_CHUNKS).join(''));
  }
}

/** Half of the text is tool output, the other half is messages between the calls. */
async function long(count: number): Promise<void> {
  const words = chunksOf(Math.ceil(LONG_CHARS / 24)).join('');
  for (let index = 0; index < count; index++) {
    await write(toolCallUpdates(index, LONG_CHARS) + said(words));
  }
  await write(said(LAST));
}

/** Requests a permission and leaves the request open while the benchmark measures. */
async function ask(): Promise<void> {
  const toolCall = { toolCallId: 'ask', title: 'Run npm test', kind: 'execute', status: 'pending' };
  const options = [
    { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
    { optionId: 'no', name: 'No', kind: 'reject_once' },
  ];
  const params = { sessionId: 's', toolCall, options };
  await write(line({ id: 'ask', method: 'session/request_permission', params }));
  await new Promise(() => {});
}

async function act(text: string): Promise<void> {
  const [, kind, digits] = /(stream|tools|paced|long|ask) (\d+)/.exec(text) ?? [];
  const count = Number(digits);
  if (kind === 'paced') {
    await paced(count);
  } else if (kind === 'long') {
    await long(count);
  } else if (kind === 'ask') {
    await ask();
  } else {
    const work =
      kind === 'tools' ? Array.from({ length: count }, (_, i) => toolCallUpdates(i)) : [];
    const words = kind === 'stream' ? chunksOf(count).map(said) : [];
    await write([...work, ...words, said(LAST)].join(''));
  }
}

async function prompted(params: string): Promise<object> {
  note('begins');
  await act(params);
  note('ends');
  return { stopReason: 'end_turn' };
}

const answers: Readonly<Record<string, (params: string) => object | Promise<object>>> = {
  initialize: () => ({ protocolVersion: 1, agentCapabilities: {}, authMethods: [] }),
  'session/new': () => ({ sessionId: 's' }),
  'session/prompt': prompted,
};

for await (const json of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(json) as {
    readonly id?: number | string;
    readonly method?: string;
    readonly params?: unknown;
  };
  if (id !== undefined && method !== undefined) {
    const answer = async (): Promise<object> =>
      (await answers[method]?.(JSON.stringify(params))) ?? {};
    void answer().then(result => process.stdout.write(line({ id, result })));
  }
}
