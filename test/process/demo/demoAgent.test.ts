import { cp, mkdir, mkdtemp, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { methods } from '@agentclientprotocol/sdk';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DemoClient, bundleDemo, choose } from './demoClient.ts';
import { createTemporaryFolder, removeFolder } from '../../harness/createTemporaryFolder.ts';

const SAMPLE = join(import.meta.dirname, '../../fixtures/sample');

let base: string;
let program: string;
let workspace: string;
let clients: DemoClient[];

beforeAll(async () => {
  base = await createTemporaryFolder('demo');
  program = await bundleDemo(base);
});

afterAll(() => removeFolder(base));

beforeEach(async () => {
  workspace = await mkdtemp(join(base, 'workspace-'));
  await cp(SAMPLE, workspace, { recursive: true });
  clients = [];
});

afterEach(() => Promise.all(clients.map(client => client.end())));

function start(paceMs = 0): DemoClient {
  const client = new DemoClient(program, paceMs);
  clients.push(client);
  return client;
}

/** All files and their texts, to detect changes. */
async function contents(): Promise<Record<string, string>> {
  const paths = await readdir(workspace, { recursive: true, withFileTypes: true });
  const files = paths.filter(entry => entry.isFile());
  const texts = files.map(async ({ parentPath, name }): Promise<[string, string]> => {
    const path = join(parentPath, name);
    return [path.slice(workspace.length + 1), await readFile(path, 'utf8')];
  });
  return Object.fromEntries(await Promise.all(texts));
}

const changed = (before: Record<string, string>, after: Record<string, string>) =>
  Object.keys({ ...before, ...after }).filter(path => before[path] !== after[path]);

const set = (client: DemoClient, sessionId: string, configId: string, value: string) =>
  client.agent.request(methods.agent.session.setConfigOption, { sessionId, configId, value });

describe('the demonstration', () => {
  it('shows everything an agent does in the current workspace', async () => {
    const client = start();
    const before = await contents();
    const { sessionId } = await client.open(workspace);
    expect(await client.prompt(sessionId, 'How do I split a bill?')).toBe('end_turn');
    expect(client.kinds()).toEqual(
      new Set([
        'available_commands_update',
        'session_info_update',
        'agent_thought_chunk',
        'agent_message_chunk',
        'plan',
        'tool_call',
        'tool_call_update',
        'usage_update',
      ]),
    );
    expect(client.said()).toContain('scripted demo');
    expect(client.said()).toContain('> How do I split a bill?');
    expect(client.said()).toMatch(/```ts\n.+\n```/s);
    expect(client.said()).toContain('| Name | Kind | Line |');
    expect(changed(before, await contents())).toEqual(['src/group.ts', 'NOTES-FROM-DEMO.md']);
  });

  it('asks for permission once, with the same texts that it then writes', async () => {
    const client = start();
    const before = await contents();
    const { sessionId } = await client.open(workspace);
    await client.prompt(sessionId, 'hello');
    const after = await contents();
    expect(client.asked).toHaveLength(1);
    const path = join(workspace, 'src/group.ts');
    expect(client.asked[0]?.toolCall.content?.[0]).toEqual({
      type: 'diff',
      path,
      oldText: before['src/group.ts'],
      newText: after['src/group.ts'],
    });
    expect(client.calls).toContain(`read ${path}`);
    expect(client.calls).toContain(`write ${path}`);
    expect(client.calls).toContain('release');
  });

  it('updates its plan until all steps are completed', async () => {
    const client = start();
    const { sessionId } = await client.open(workspace);
    await client.prompt(sessionId, 'hello');
    const plans = client.updates.flatMap(update =>
      update.sessionUpdate === 'plan' ? [update.entries.map(({ status }) => status)] : [],
    );
    expect(plans).toHaveLength(5);
    expect(plans.at(-1)).toEqual(['completed', 'completed', 'completed', 'completed']);
  });

  it('leaves no tool call open', async () => {
    const client = start();
    const { sessionId } = await client.open(workspace);
    await client.prompt(sessionId, 'hello');
    const last = new Map<string, string>();
    for (const update of client.updates) {
      if (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update') {
        last.set(update.toolCallId, update.status ?? last.get(update.toolCallId) ?? '');
      }
    }
    expect(new Set(last.values())).toEqual(new Set(['completed']));
  });

  it('changes nothing and says so when the user rejects', async () => {
    const client = start();
    client.answer = choose('no');
    const before = await contents();
    const { sessionId } = await client.open(workspace);
    expect(await client.prompt(sessionId, 'hello')).toBe('end_turn');
    expect(client.said()).toContain('nothing was changed');
    expect(changed(before, await contents())).toEqual([]);
  });

  it('reports a failed write and continues', async () => {
    const client = start();
    const { sessionId } = await client.open(workspace);
    await mkdir(join(workspace, 'NOTES-FROM-DEMO.md'));
    expect(await client.prompt(sessionId, 'hello')).toBe('end_turn');
    expect(client.said()).toContain("I couldn't finish the edit");
    expect(client.said()).toContain('That was the tour.');
  });

  it('removes its comments the second time, without asking after "always"', async () => {
    const client = start();
    client.answer = choose('always');
    const before = await contents();
    const { sessionId } = await client.open(workspace);
    await client.prompt(sessionId, 'hello');
    await client.prompt(sessionId, '/edit');
    expect(client.asked).toHaveLength(1);
    expect(changed(before, await contents())).toEqual(['NOTES-FROM-DEMO.md']);
  });

  it('says in an empty folder that there is nothing to explain', async () => {
    const client = start();
    const empty = await mkdtemp(join(base, 'empty-'));
    const { sessionId } = await client.open(empty);
    expect(await client.prompt(sessionId, 'hello')).toBe('end_turn');
    expect(client.said()).toContain("I couldn't find a source file");
    expect(await readdir(empty)).toEqual(['NOTES-FROM-DEMO.md']);
  });

  it('works with a client that supports neither files nor terminals', async () => {
    const client = start();
    const before = await contents();
    const { sessionId, configOptions } = await client.open(workspace, {});
    expect(await client.prompt(sessionId, 'hello')).toBe('end_turn');
    expect(client.said()).toContain("doesn't offer terminals");
    expect(client.said()).toContain("doesn't let agents write files");
    expect(client.said()).toContain("What's in `group.ts`");
    expect(changed(before, await contents())).toEqual([]);
    expect(configOptions?.map(({ type }) => type)).toEqual(['select', 'select']);
  });
});

describe('a cancellation', () => {
  it('ends the turn while a message is streamed', async () => {
    const client = start(5);
    const { sessionId } = await client.open(workspace);
    const turn = client.prompt(sessionId, 'hello');
    await expect.poll(() => client.said()).toContain('Hello');
    await client.agent.notify(methods.agent.session.cancel, { sessionId });
    expect(await turn).toBe('cancelled');
    expect(client.asked).toEqual([]);
  });

  it('ends the turn while a permission request is pending, without changes', async () => {
    const client = start();
    const before = await contents();
    client.answer = () => new Promise(() => {});
    const { sessionId } = await client.open(workspace);
    const turn = client.prompt(sessionId, '/edit');
    await expect.poll(() => client.asked.length).toBe(1);
    await client.agent.notify(methods.agent.session.cancel, { sessionId });
    expect(await turn).toBe('cancelled');
    expect(client.updates.at(-1)).toMatchObject({ status: 'failed' });
    expect(changed(before, await contents())).toEqual([]);
    client.answer = choose('once');
    expect(await client.prompt(sessionId, '/edit')).toBe('end_turn');
  });

  it('happens when the session is closed', async () => {
    const client = start();
    client.answer = () => new Promise(() => {});
    const { sessionId } = await client.open(workspace);
    const turn = client.prompt(sessionId, '/edit');
    await expect.poll(() => client.asked.length).toBe(1);
    await client.agent.request(methods.agent.session.close, { sessionId });
    expect(await turn).toBe('cancelled');
    await expect(client.prompt(sessionId, 'hello')).rejects.toMatchObject({ code: -32002 });
  });
});

describe('a command', () => {
  it('is announced, with a hint', async () => {
    const client = start();
    await client.open(workspace);
    await expect.poll(() => client.updates).toHaveLength(1);
    expect(client.updates[0]).toMatchObject({
      sessionUpdate: 'available_commands_update',
      availableCommands: [
        { name: 'explain', input: { hint: 'a file, or nothing' } },
        { name: 'edit' },
        { name: 'run' },
      ],
    });
  });

  it('/explain describes the named file and changes nothing', async () => {
    const client = start();
    const { sessionId } = await client.open(workspace);
    await client.prompt(sessionId, '/explain src/money.ts');
    expect(client.said()).toContain('| `parseAmount` | function | 5 |');
    expect(client.calls).toEqual([`read ${join(workspace, 'src/money.ts')}`]);
  });

  it('/explain uses the attachments and lists them', async () => {
    const client = start();
    const { sessionId } = await client.open(workspace);
    const uri = pathToFileURL(join(workspace, 'src/settle.ts')).href;
    await client.prompt(sessionId, '/explain', [
      { type: 'resource', resource: { uri: `${uri}#L1-L2`, text: 'two lines' } },
      { type: 'resource_link', uri: 'https://example.com/page', name: 'page' },
    ]);
    expect(client.said()).toContain('- `settle.ts#L1-L2`: text, 9 characters');
    expect(client.said()).toContain('- `page`: a link');
    expect(client.said()).toContain("What's in `settle.ts`");
  });

  it('/explain reports a missing file', async () => {
    const client = start();
    const { sessionId } = await client.open(workspace);
    expect(await client.prompt(sessionId, '/explain src/none.ts')).toBe('end_turn');
    expect(client.said()).toContain("I couldn't read `src/none.ts`: Resource not found");
  });

  it('/run asks, then runs the command line unchanged', async () => {
    const client = start();
    const { sessionId } = await client.open(workspace);
    await client.prompt(sessionId, '/run echo "a b" | cat');
    expect(client.asked[0]?.toolCall).toMatchObject({ rawInput: { command: 'echo "a b" | cat' } });
    expect(client.calls).toEqual(['run echo "a b" | cat', 'release']);
    expect(client.said()).toContain('exit code 0');
  });

  it('/run runs nothing when the user rejects', async () => {
    const client = start();
    client.answer = choose('no');
    const { sessionId } = await client.open(workspace);
    await client.prompt(sessionId, '/run echo hello');
    expect(client.calls).toEqual([]);
  });

  it('/run without a command runs a harmless one', async () => {
    const client = start();
    await writeFile(join(workspace, '.git'), 'gitdir: elsewhere');
    const { sessionId } = await client.open(workspace);
    await client.prompt(sessionId, '/run');
    expect(client.calls[0]).toBe('run git status --short');
  });
});

describe('an option', () => {
  it('Only Look prevents all actions', async () => {
    const client = start();
    const before = await contents();
    const { sessionId } = await client.open(workspace);
    await set(client, sessionId, 'mode', 'look');
    await client.prompt(sessionId, 'hello');
    expect(client.asked).toEqual([]);
    expect(client.calls.filter(call => !call.startsWith('read'))).toEqual([]);
    expect(changed(before, await contents())).toEqual([]);
  });

  it('Go Ahead skips the permission requests', async () => {
    const client = start();
    const { sessionId } = await client.open(workspace);
    await set(client, sessionId, 'mode', 'go');
    await client.prompt(sessionId, '/edit');
    expect(client.asked).toEqual([]);
    expect(await readFile(join(workspace, 'src/group.ts'), 'utf8')).toContain('(Accord Demo)');
  });

  it('Instant removes all delays', async () => {
    const client = start(1_000_000);
    const { sessionId } = await client.open(workspace);
    const { configOptions } = await set(client, sessionId, 'pace', 'instant');
    expect(configOptions[1]).toMatchObject({ id: 'pace', currentValue: 'instant' });
    expect(await client.prompt(sessionId, 'hello')).toBe('end_turn');
  });

  it('Thoughts can be switched off', async () => {
    const client = start();
    const { sessionId } = await client.open(workspace);
    await client.agent.request(methods.agent.session.setConfigOption, {
      sessionId,
      configId: 'thoughts',
      type: 'boolean',
      value: false,
    });
    await client.prompt(sessionId, 'hello');
    expect(client.said('agent_thought_chunk')).toBe('');
  });

  it('that does not exist is rejected', async () => {
    const client = start();
    const { sessionId } = await client.open(workspace);
    await expect(set(client, sessionId, 'pace', 'warp')).rejects.toMatchObject({ code: -32602 });
    await expect(set(client, sessionId, 'constructor', 'x')).rejects.toMatchObject({
      code: -32602,
    });
  });
});

it('exits without an error when the client closes the pipe', async () => {
  const client = start();
  await client.open(workspace);
  expect(await client.end()).toBe(0);
});
