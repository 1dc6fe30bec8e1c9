import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RawClient, type WireMessage } from '../../fakes/rawClient.ts';
import type { Scenario } from '../../fakes/scenario.ts';
import { type ScriptedAgent, scriptedAgent } from '../../fakes/scriptedAgent.ts';
import { on, step, turn, turnFor } from '../../fakes/step.ts';
import { temporaryFolder } from '../../harness/temporaryFolder.ts';

let folder: string;
let clients: RawClient[];

beforeEach(async () => {
  folder = await temporaryFolder();
  clients = [];
});

afterEach(async () => {
  await Promise.all(clients.map(client => client.end()));
});

interface ScriptedConnection {
  readonly agent: ScriptedAgent;
  readonly client: RawClient;
}

async function play(scenario: Scenario, args: readonly string[] = []): Promise<ScriptedConnection> {
  const agent = await scriptedAgent(folder, scenario);
  const client = new RawClient(agent.launch, args);
  clients.push(client);
  return { agent, client };
}

async function playTurn(
  scenario: Scenario,
): Promise<ScriptedConnection & { readonly answer: WireMessage }> {
  const connection = await play(scenario);
  const sessionId = await connection.client.open(folder);
  return { ...connection, answer: await connection.client.prompt(sessionId, 'hello') };
}

const textOf = (message: WireMessage) =>
  (message.params?.['update'] as { content?: { text?: string } } | undefined)?.content?.text;
const texts = (client: RawClient) => client.messages.map(textOf).filter(text => text !== undefined);
const methods = (client: RawClient) =>
  client.messages.map(({ method, id }) => method ?? `answer ${String(id)}`);
const alive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Answers each request of the agent with the result of `answer`. */
function serve(client: RawClient, answer: (message: WireMessage) => object): void {
  let served = 0;
  client.process.stdout.on('data', () => {
    for (; served < client.messages.length; served += 1) {
      const message = client.messages[served];
      if (message?.method !== undefined && message.id !== undefined) {
        client.send({ id: message.id, ...answer(message) });
      }
    }
  });
}

describe('an empty scenario', () => {
  it('answers all requests', async () => {
    const { client, answer } = await playTurn({ capabilities: { loadSession: true } });
    expect(client.messages[0]?.result).toMatchObject({
      protocolVersion: 1,
      agentCapabilities: { loadSession: true },
    });
    expect(client.messages[1]?.result).toEqual({ sessionId: 'session-1' });
    expect(answer.result).toEqual({ stopReason: 'end_turn' });
  });

  it('refuses methods it does not know, and lists and deletes its sessions', async () => {
    const { client } = await play({});
    const sessionId = await client.open(folder);
    expect((await client.request('cursor/dance')).error?.code).toBe(-32601);
    const list = () => client.request('session/list').then(({ result }) => result);
    expect(await list()).toEqual({ sessions: [{ sessionId, cwd: folder }] });
    await client.request('session/delete', { sessionId });
    expect(await list()).toEqual({ sessions: [] });
  });

  it('keeps the config options the client sets', async () => {
    const { client } = await play({ configOptions: [{ id: 'model', currentValue: 'a' }] });
    const sessionId = await client.open(folder);
    const answer = await client.request('session/set_config_option', {
      sessionId,
      configId: 'model',
      value: 'b',
    });
    expect(answer.result).toEqual({ configOptions: [{ id: 'model', currentValue: 'b' }] });
  });

  it('exits when the client closes the pipe', async () => {
    const { client, agent } = await play({});
    await client.open(folder);
    client.process.stdin.end();
    expect(await client.exited).toEqual({ code: 0, signal: null });
    expect(await agent.noted('stdinEnded')).toHaveLength(1);
  });

  it('records what the client sends, and its own arguments and environment', async () => {
    const { agent } = await playTurn({});
    expect((await agent.received('session/prompt')).map(({ params }) => params)).toEqual([
      { sessionId: 'session-1', prompt: [{ type: 'text', text: 'hello' }] },
    ]);
    expect(await agent.noted('started')).toMatchObject([
      { args: [], env: { PATH: process.env['PATH'] } },
    ]);
  });
});

describe('updates', () => {
  it('may be sent before the answer to session/new and after the turn has ended', async () => {
    const { client } = await playTurn({
      on: [
        on('session/new', step.say('early for ${sessionId}')),
        turn(step.say('during'), step.stop('max_tokens'), step.say('late')),
      ],
    });
    await client.until(message => textOf(message) === 'late');
    expect(methods(client)).toEqual([
      'answer 0',
      'session/update',
      'answer 1',
      'session/update',
      'answer 2',
      'session/update',
    ]);
    expect(texts(client)).toEqual(['early for session-1', 'during', 'late']);
  });

  it('can be a flood of 100,000, numbered, in order, and complete', async () => {
    const { client } = await playTurn({ on: [turn(step.say('$i ', { times: 100_000 }))] });
    expect(texts(client).join('')).toBe(
      Array.from({ length: 100_000 }, (_, i) => `${i} `).join(''),
    );
  });

  it('can be paced', async () => {
    const { client } = await playTurn({
      on: [turn(step.say('$i', { times: 5, everyMs: 1, perTick: 2 }))],
    });
    expect(texts(client)).toEqual(['0', '1', '2', '3', '4']);
  });

  it('can be sent in one write with the answer', async () => {
    const { client } = await playTurn({
      on: [turn(step.oneWrite(step.say('x', { times: 100 }), step.stop('end_turn')))],
    });
    expect(texts(client)).toHaveLength(100);
  });

  it('send text that looks like a variable as it is', async () => {
    const { client } = await playTurn({ on: [turn(step.say('`${name}` costs $5, ${requestId}'))] });
    expect(texts(client)).toEqual(['`${name}` costs $5, 2']);
  });
});

describe('turns', () => {
  it('are selected by the text of the prompt, otherwise in order', async () => {
    const { client } = await play({
      on: [turn(step.say('first')), turn(step.say('next')), turnFor('^/edit', step.say('edit'))],
    });
    const sessionId = await client.open(folder);
    for (const text of ['a', '/edit b', 'c', 'd']) {
      await client.prompt(sessionId, text);
    }
    expect(texts(client)).toEqual(['first', 'edit', 'next', 'next']);
  });

  it('stop where they are when the client cancels', async () => {
    const { client } = await play({ on: [turn(step.say('a'), step.sleep(60_000), step.say('b'))] });
    const sessionId = await client.open(folder);
    const answer = client.prompt(sessionId, 'hello');
    await client.until(message => textOf(message) === 'a');
    client.send({ method: 'session/cancel', params: { sessionId } });
    expect((await answer).result).toEqual({ stopReason: 'cancelled' });
    expect(texts(client)).toEqual(['a']);
  });

  it('may continue after a cancellation, and report another stop reason', async () => {
    const { client } = await play({
      on: [{ ...turn(step.sleep(60_000)), onCancel: [step.say('more'), step.stop('end_turn')] }],
    });
    const sessionId = await client.open(folder);
    const answer = client.prompt(sessionId, 'hello');
    client.send({ method: 'session/cancel', params: { sessionId } });
    expect((await answer).result).toEqual({ stopReason: 'end_turn' });
    expect(texts(client)).toEqual(['more']);
  });

  it('may ignore a cancellation, or wait for it', async () => {
    const { client } = await play({
      on: [turn(step.waitForCancel, step.say('so what'), step.stop('end_turn'))],
    });
    const sessionId = await client.open(folder);
    const answer = client.prompt(sessionId, 'hello');
    client.send({ method: 'session/cancel', params: { sessionId } });
    expect((await answer).result).toEqual({ stopReason: 'end_turn' });
    expect(texts(client)).toEqual(['so what']);
  });

  it('answer a cancelled request with its own error', async () => {
    const { client } = await play({ on: [on('authenticate', step.sleep(60_000))] });
    const answer = client.request('authenticate', { methodId: 'x' });
    client.send({ method: '$/cancel_request', params: { requestId: 0 } });
    expect((await answer).error?.code).toBe(-32800);
  });

  it('may fail once and work the next time', async () => {
    const { client } = await play({
      on: [
        on('session/new', step.fail({ code: -32000, message: 'Authentication required' })),
        on('session/new'),
      ],
    });
    const open = () => client.request('session/new', { cwd: folder, mcpServers: [] });
    expect((await open()).error?.code).toBe(-32000);
    expect((await open()).result).toEqual({ sessionId: 'session-2' });
  });

  it('wait for a file, so that a test sets the pace', async () => {
    const { client, agent } = await play({
      on: [turn(step.note('waiting'), step.waitForFile('go'), step.say('gone'))],
    });
    const sessionId = await client.open(folder);
    const answer = client.prompt(sessionId, 'hello');
    await agent.waitForNote('waiting');
    expect(texts(client)).toEqual([]);
    await writeFile(join(folder, 'go'), '');
    await answer;
    expect(texts(client)).toEqual(['gone']);
  });
});

describe('requests to the client', () => {
  const asking = turn(
    ...step.permission(
      { toolCallId: 't' },
      {
        allow: [step.say('allowed')],
        reject: [step.say('rejected')],
        cancelled: [step.say('cancelled')],
        error: [step.say('failed: ${permission.error.message}')],
      },
    ),
  );

  it.each([
    ['allowed', { result: { outcome: { outcome: 'selected', optionId: 'allow' } } }],
    ['rejected', { result: { outcome: { outcome: 'selected', optionId: 'reject' } } }],
    ['cancelled', { result: { outcome: { outcome: 'cancelled' } } }],
    ['failed: no', { error: { code: -32603, message: 'no' } }],
  ])('branch on a permission: %s', async (said, outcome) => {
    const { client } = await play({ on: [asking] });
    serve(client, () => outcome);
    await client.prompt(await client.open(folder), 'hello');
    expect(texts(client)).toEqual([said]);
  });

  it('pass their answer to later steps', async () => {
    const { client } = await play({
      on: [turn(...step.terminal('ls', ['-l']), step.say('said: ${output.result.output}'))],
    });
    serve(client, ({ method }) => ({
      result: method === 'terminal/create' ? { terminalId: 'T1' } : { output: 'a.txt' },
    }));
    await client.prompt(await client.open(folder), 'hello');
    expect(texts(client)).toEqual(['said: a.txt']);
    expect(client.messages.find(({ method }) => method === 'terminal/output')?.params).toEqual({
      sessionId: 'session-1',
      terminalId: 'T1',
    });
  });

  it('can be many at once, and be cancelled', async () => {
    const { client, agent } = await play({
      on: [
        turn(
          step.repeatAtOnce(20, step.call('fs/read_text_file', { path: '/f${i}' })),
          step.call('terminal/wait_for_exit', {}, { later: true, save: 'wait' }),
          step.cancelCall('wait'),
          step.await('wait'),
          step.note('withdrawn', '${wait}'),
        ),
      ],
    });
    serve(client, ({ method }) =>
      method === 'fs/read_text_file'
        ? { result: { content: '' } }
        : { error: { code: -32800, message: 'cancelled' } },
    );
    await client.prompt(await client.open(folder), 'hello');
    const paths = client.messages.flatMap(({ method, params }) =>
      method === 'fs/read_text_file' ? [params?.['path']] : [],
    );
    expect(paths).toEqual(Array.from({ length: 20 }, (_, i) => `/f${i}`));
    expect(methods(client)).toContain('$/cancel_request');
    expect(await agent.noted('withdrawn')).toEqual([
      { error: { code: -32800, message: 'cancelled' } },
    ]);
  });
});

describe('misbehavior', () => {
  it('stray output can precede the first message', async () => {
    const { client } = await play({
      start: [
        step.stdout({ text: 'Loading $i…\n', times: 500 }),
        step.stderr({ text: 'warned\n' }),
      ],
    });
    await client.open(folder);
    expect(client.lines.slice(0, 500)).toEqual(
      Array.from({ length: 500 }, (_, i) => `Loading ${i}…`),
    );
    expect(client.stderr).toBe('warned\n');
  });

  it('any bytes can be written, and any JSON', async () => {
    const { client } = await playTurn({
      on: [
        turn(
          step.stdout({ hex: 'c328' }, { base64: 'Cg==' }),
          step.stdout(
            { text: '{"deep":' },
            { text: '[', times: 5 },
            { text: ']', times: 5 },
            { text: '}\n' },
          ),
          step.message({ jsonrpc: '2.0', id: 'nobody asked', result: null }),
        ),
      ],
    });
    expect(client.lines.slice(2, 5)).toEqual([
      '\uFFFD(',
      '{"deep":[[[[[]]]]]}',
      '{"jsonrpc":"2.0","id":"nobody asked","result":null}',
    ]);
  });

  it('a request can stay unanswered', async () => {
    const { client } = await play({ on: [on('initialize', step.ignore)] });
    client.send({ id: 'first', method: 'initialize', params: {} });
    await client.request('session/new', { cwd: folder });
    expect(client.messages.map(({ id }) => id)).toEqual([0]);
  });

  it('it exits with a code in the middle of a line, with all bytes before it delivered', async () => {
    const { client } = await play({ on: [turn(step.stdout({ text: '{"half":' }), step.exit(3))] });
    const sessionId = await client.open(folder);
    await expect(client.prompt(sessionId, 'hello')).rejects.toThrow('closed its stdout');
    expect(await client.exited).toEqual({ code: 3, signal: null });
  });

  it('it dies of a signal', async () => {
    const { client } = await play({ start: [step.signal('SIGKILL')] });
    expect(await client.exited).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('it stops reading, and reads again', async () => {
    const { client, agent } = await play({
      on: [
        on(
          'initialize',
          step.stopReading,
          step.replyAsUsual,
          step.waitForFile(join(folder, 'sent')),
          step.sleep(50),
          step.note('slept'),
          step.waitForFile(join(folder, 'looked')),
          step.readAgain,
        ),
      ],
    });
    await client.request('initialize');
    client.send({ method: 'big', params: { big: 'x'.repeat(4_000_000) } });
    await writeFile(join(folder, 'sent'), '');
    await agent.waitForNote('slept');
    expect(client.process.stdin.writableLength).toBeGreaterThan(0);
    expect(await agent.received('big')).toEqual([]);
    await writeFile(join(folder, 'looked'), '');
    await agent.waitForReceived('big');
  });

  it('it closes its end of the pipe', async () => {
    const { client } = await play({ on: [on('initialize', step.replyAsUsual, step.closeStdin)] });
    const broken = new Promise(resolve => client.process.stdin.once('error', resolve));
    await client.request('initialize');
    const knock = setInterval(() => client.send({ method: 'knock' }), 5);
    expect(await broken).toMatchObject({ code: 'EPIPE' });
    clearInterval(knock);
  });

  it('it closes its stdout and keeps running', async () => {
    const { client } = await play({ start: [step.closeStdout], lifeMs: 60_000 });
    await expect(client.open(folder)).rejects.toThrow('closed its stdout');
    expect(client.process.exitCode).toBeNull();
  });

  it('it ignores signals and the end of its pipe', async () => {
    const { client, agent } = await play({ ignoreSignals: true, ignoreEof: true });
    await client.open(folder);
    client.process.kill('SIGTERM');
    client.process.stdin.end();
    await agent.waitForNote('signal');
    await agent.waitForNote('stdinEnded');
    expect(client.process.exitCode).toBeNull();
  });

  it.each(['plain', 'detached', 'doubleFork'] as const)('it starts a child: %s', async shape => {
    const { client, agent } = await play({
      start: [step.spawn({ shape, ignoreSigterm: true, ignoreEof: true })],
    });
    await client.open(folder);
    const [child] = (await agent.noted('child')) as { pid: number }[];
    const pid = child?.pid ?? 0;
    try {
      await client.end();
      process.kill(pid, 'SIGTERM');
      expect(alive(pid)).toBe(true);
    } finally {
      process.kill(pid, 'SIGKILL');
    }
  });

  it('it writes, moves and deletes files itself, and runs commands', async () => {
    const { agent } = await playTurn({
      on: [
        turn(
          step.writeFile('sub/a.txt', 'one'),
          step.rename('sub/a.txt', 'b.txt'),
          step.writeBytes('c.bin', '/w=='),
          step.deleteFile('sub'),
          step.shell('echo out; exit 4'),
        ),
      ],
    });
    expect(await readFile(join(folder, 'b.txt'), 'utf8')).toBe('one');
    expect([...(await readFile(join(folder, 'c.bin')))]).toEqual([255]);
    await expect(readFile(join(folder, 'sub/a.txt'))).rejects.toThrow('ENOENT');
    expect(await agent.noted('shell')).toEqual([{ stdout: 'out\n', stderr: '', code: 4 }]);
  });

  it('it runs another script when it is started with additional arguments', async () => {
    const { client } = await play(
      {
        commandLine: [
          { when: '--login', steps: [step.stdout({ text: 'Welcome\n' }), step.exit(5)] },
        ],
      },
      ['--login'],
    );
    expect((await client.exited).code).toBe(5);
  });

  it('it behaves differently after a restart', async () => {
    const scenario: Scenario = {
      on: [
        on('session/new', step.ifFile('token', [], [step.writeFile('token', ''), step.exit(1)])),
      ],
    };
    const agent = await scriptedAgent(folder, scenario);
    const first = new RawClient(agent.launch);
    await expect(first.open(folder)).rejects.toThrow('closed its stdout');
    const second = new RawClient(agent.launch);
    clients.push(second);
    expect(await second.open(folder)).toBe('session-1');
  });

  it('an error in a scenario is reported', async () => {
    const { client, agent } = await play({ start: [{ do: 'dance' as 'ignore' }] });
    expect((await client.exited).code).toBe(70);
    expect(await agent.noted('failed')).toEqual([expect.stringContaining('No such step: dance')]);
  });
});
