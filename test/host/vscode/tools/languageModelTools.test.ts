import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ToolUse } from '../../../../src/agent/files/consent.ts';
import type { SessionAccess } from '../../../../src/agent/requests/workspaceRequests.ts';
import {
  getLanguageModelTools,
  invokeLanguageModelTool,
} from '../../../../src/vscode/tools/languageModelTools.ts';
import { ToolCall } from '../../../../src/vscode/tools/toolCall.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';
import { ToolFixture } from './toolFixture.ts';

/** A tool of the extension in `test/fakes/extensions`. */
const REPEAT = 'accord_test_repeat';

async function setNames(names: readonly string[] | undefined): Promise<void> {
  const settings = vscode.workspace.getConfiguration('accord');
  await settings.update('vscodeTools', names, vscode.ConfigurationTarget.Global);
}

/** Calls the tool for a session whose user answers like this. */
async function call(input: object, isAllowed = true): Promise<[string, readonly ToolUse[]]> {
  const uses: ToolUse[] = [];
  const gate = {
    admitTool: async (use: ToolUse) => {
      uses.push(use);
      if (!isAllowed) {
        throw new Error('The user did not allow this.');
      }
      return () => {};
    },
  };
  const access = { gate } as unknown as SessionAccess;
  const made = new ToolCall('s', access, new AbortController().signal);
  const text = await invokeLanguageModelTool(made, REPEAT, input as Record<string, unknown>).catch(
    (error: unknown) => String(error),
  );
  return [text, uses];
}

describe('the tools of other extensions', () => {
  afterEach(() => setNames(undefined));

  it('are passed on only by name, and called only with permission', async () => {
    await waitUntil(() => vscode.lm.tools.some(({ name }) => name === REPEAT));
    assert.deepEqual(getLanguageModelTools(), []);
    await setNames([REPEAT, 'no_such_tool', 'get_hover']);
    const [tool, ...others] = getLanguageModelTools();
    assert.equal(tool?.name, REPEAT);
    assert.match(JSON.stringify(tool.inputSchema), /"text"/);
    assert.deepEqual(others, []);
    const [text, uses] = await call({ text: 'hello', path: 'a.txt' });
    assert.equal(text.trim(), 'hello');
    assert.deepEqual(uses, [
      { name: REPEAT, input: '{"text":"hello","path":"a.txt"}', paths: ['a.txt'] },
    ]);
    const [refused] = await call({ text: 'hello' }, false);
    assert.match(refused, /did not allow/);
  });

  it('are in the list of the session with their schemas, as tools that can do anything', async () => {
    const fixture = new ToolFixture();
    try {
      assert.doesNotMatch(await fixture.ask('tools/list'), new RegExp(REPEAT));
      await setNames([REPEAT]);
      const { result } = JSON.parse(await fixture.ask('tools/list')) as {
        result: { tools: { name: string }[] };
      };
      assert.deepEqual(result.tools.at(-1), {
        name: REPEAT,
        title: REPEAT,
        description: 'Repeats a text.',
        inputSchema: {
          type: 'object',
          properties: { text: { type: 'string' }, times: { type: 'number' } },
          required: ['text'],
        },
        annotations: {
          title: REPEAT,
          readOnlyHint: false,
          destructiveHint: true,
          openWorldHint: true,
        },
      });
    } finally {
      fixture.dispose();
    }
  });

  it('have limited results, and their errors are results', async () => {
    const [long] = await call({ text: 'line', times: 5000 });
    assert.ok(long.length < 40_000, String(long.length));
    assert.match(long, /and 4801 more/);
    const [failed] = await call({ text: '' });
    assert.match(failed, /There is no text/);
  });
});
