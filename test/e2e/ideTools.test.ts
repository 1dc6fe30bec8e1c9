import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import type { Json, Step } from '../fakes/scenario.ts';
import { scriptedAgent, type ScriptedAgent } from '../fakes/scriptedAgent.ts';
import { step, turn } from '../fakes/step.ts';
import { inProject } from '../harness/paths.ts';
import { sharedTemporaryFolder } from '../harness/temporaryFolder.ts';
import { sendPrompt } from './sendPrompt.ts';
import { openChat, SharedWindow, type ChatWindow } from './sharedWindow.ts';
import type { Window } from './window.ts';

/** VS Code's TypeScript server loads the project with the first question. */
const PATIENCE = { timeout: 180_000 };
const LIMIT = { timeout: 240_000 };
const HTTP = { mcpCapabilities: { http: true } };

/** Other tests run without a language server. */
const shared = new SharedWindow({ typescriptServer: true });
afterAll(() => shared.close());

const folder = await sharedTemporaryFolder();
const SAMPLE = inProject('test/fixtures/sample');

interface Run extends Pick<ChatWindow, 'chat' | 'window'> {
  readonly agent: ScriptedAgent;
}

/** Has the agent do these things, and waits until it has finished. */
async function run(
  capabilities: Json,
  steps: readonly Step[],
  settings: Readonly<Record<string, unknown>> = {},
  prepare: (window: Window) => Promise<unknown> = async () => undefined,
): Promise<Run> {
  const scenario = { capabilities, on: [turn(...steps, step.note('done'), step.stop('end_turn'))] };
  const agent = await scriptedAgent(folder, scenario);
  const { chat, window } = await openChat(agent.launch, { settings }, shared);
  await prepare(window);
  await sendPrompt(chat, 'go');
  await expect.poll(() => agent.noted('done'), PATIENCE).toHaveLength(1);
  return { agent, chat, window };
}

/** VS Code's git extension looks at changed files some seconds later, and the tool says what it knows. */
const GIT_REFRESH_MS = 5_000;

/** The text that a tool has answered. */
async function answerOf(agent: ScriptedAgent, name: string): Promise<string> {
  const [answer] = await agent.noted(name);
  const { result } = answer as { readonly result?: { readonly content: { text: string }[] } };
  return result?.content[0]?.text ?? `no answer: ${JSON.stringify(answer)}`;
}

describe('the tools of the editor', () => {
  it('give an agent what the TypeScript server of VS Code knows, over HTTP', LIMIT, async () => {
    const wrong = "import { parseAmount } from './money.ts';\nparseAmount(7);\n";
    const { agent } = await run(HTTP, [
      step.tool('find_references', { path: 'src/money.ts', symbol: 'parseAmount' }, 'references'),
      step.tool('find_definition', { path: 'src/main.ts', symbol: 'summary' }, 'definition'),
      step.tool('get_hover', { path: 'src/main.ts', symbol: 'parseAmount' }, 'hover'),
      step.tool('list_symbols', { path: 'src/settle.ts' }, 'symbols'),
      step.tool('search_symbols', { query: 'formatAmount' }, 'search'),
      step.tool(
        'get_call_hierarchy',
        { path: 'src/settle.ts', symbol: 'settle', line: 11, direction: 'incoming' },
        'callers',
      ),
      step.writeText('${cwd}/src/wrong.ts', wrong),
      step.tool('get_diagnostics', { path: 'src/wrong.ts' }, 'problems'),
      step.tool('get_review_state', {}, 'review'),
      step.tool('reveal_location', { path: 'src/money.ts', line: 5 }, 'reveal'),
      step.tool('get_open_editors', {}, 'editors'),
      step.sleep(GIT_REFRESH_MS),
      step.tool('get_git_state', {}, 'git'),
    ]);
    const references = await answerOf(agent, 'references');
    expect(references).toContain('src/money.ts:5:17: export function parseAmount');
    expect(references).toContain("src/main.ts:6:26: trip.add('Train'");
    expect(await answerOf(agent, 'definition')).toMatch(/^src\/summary.ts:6:17: export function/);
    expect(await answerOf(agent, 'hover')).toContain('Reads an amount such as');
    expect(await answerOf(agent, 'symbols')).toContain('11-25: function settle');
    expect(await answerOf(agent, 'search')).toContain('src/money.ts:16');
    expect(await answerOf(agent, 'callers')).toContain('src/summary.ts:13:25: in summary');
    expect(await answerOf(agent, 'problems')).toMatch(
      /^src\/wrong.ts:2:13: error: .*'number' is not assignable/,
    );
    expect(await answerOf(agent, 'review')).toContain('src/wrong.ts (created)');
    expect(await answerOf(agent, 'reveal')).toBe('The user sees src/money.ts:5.');
    expect(await answerOf(agent, 'editors')).toContain('src/money.ts (active)');
    expect(await answerOf(agent, 'git')).toMatch(/: on \w+ at [\da-f]{10}[^]*src\/wrong.ts/);
  });

  it(
    'say so where no language server answers, and refuse what is not in the workspace',
    LIMIT,
    async () => {
      const { agent } = await run(HTTP, [
        step.writeFile('notes.txt', 'the total\n'),
        step.tool('find_references', { path: 'notes.txt', symbol: 'total' }, 'references'),
        step.tool('get_diagnostics', { path: 'notes.txt' }, 'problems'),
        step.tool('get_hover', { path: '/etc/hosts', line: 1, column: 1 }, 'outside'),
        step.writeFile('.env', 'KEY=1\n'),
        step.tool('get_hover', { path: '.env', line: 1, column: 1 }, 'secret'),
        step.tool('find_references', { path: 7 }, 'wrong'),
      ]);
      expect(await answerOf(agent, 'references')).toContain('No language server answers');
      expect(await answerOf(agent, 'problems')).toContain('no language server answers');
      expect(await answerOf(agent, 'outside')).toContain('Only files in the workspace');
      expect(await answerOf(agent, 'secret')).toContain('may contain secrets');
      expect(await answerOf(agent, 'wrong')).toContain('The arguments do not fit');
    },
  );

  it('rename a symbol across files, and the rename is under review', LIMIT, async () => {
    const place = { path: 'src/money.ts', symbol: 'parseAmount' };
    const { agent, chat, window } = await run(HTTP, [
      step.tool('rename_symbol', { ...place, newName: 'readAmount' }, 'rename'),
      step.tool('get_review_state', {}, 'review'),
    ]);
    expect(await answerOf(agent, 'rename')).toMatch(/^Renamed to readAmount in:[^]*src\/main.ts/);
    const texts = await Promise.all(
      ['main', 'money'].map(name => readFile(path.join(window.folder, `src/${name}.ts`), 'utf8')),
    );
    for (const text of texts) {
      expect(text).toContain('readAmount');
      expect(text).not.toContain('parseAmount');
    }
    const review = await answerOf(agent, 'review');
    expect(review).toMatch(/src\/main.ts \(modified\): line 2/);
    expect(review).toMatch(/src\/money.ts \(modified\): line 5/);
    const pending = chat.getByRole('region', { name: 'Pending changes' });
    await pending.getByRole('button', { name: 'Reject all' }).click();
    const isRestored = async (): Promise<boolean> =>
      (await readFile(path.join(window.folder, 'src/main.ts'), 'utf8')).includes('parseAmount');
    await expect.poll(isRestored).toBe(true);
  });

  it(
    'fix problems, organize imports and format, and all of it is under review',
    LIMIT,
    async () => {
      const untidy = [
        "import { split, formatAmount } from './money.ts';",
        "import { Group } from './group.ts';",
        "export const   text = formatAmount( parseAmount('1') );",
        '',
      ].join('\n');
      const file = { path: 'src/untidy.ts' };
      const { agent, window } = await run(HTTP, [
        step.writeText('${cwd}/src/untidy.ts', untidy),
        step.tool('get_code_actions', { ...file, line: 3, kind: 'quickfix' }, 'actions'),
        step.tool('apply_code_action', { ...file, title: 'No such title', line: 3 }, 'unknown'),
        step.tool(
          'apply_code_action',
          { ...file, line: 3, kind: 'quickfix', title: 'Update import from "./money.ts"' },
          'fix',
        ),
        step.tool('apply_code_action', { ...file, kind: 'source.organizeImports' }, 'organize'),
        step.tool('format_document', file, 'format'),
        step.tool('format_document', file, 'again'),
        step.tool('get_review_state', {}, 'review'),
      ]);
      expect(await answerOf(agent, 'actions')).toContain(
        'Update import from "./money.ts" (quickfix',
      );
      expect(await answerOf(agent, 'unknown')).toContain('There is no action with this title.');
      expect(await answerOf(agent, 'fix')).toContain('src/untidy.ts');
      expect(await answerOf(agent, 'organize')).toContain('src/untidy.ts');
      expect(await answerOf(agent, 'format')).toBe('src/untidy.ts was formatted.');
      expect(await answerOf(agent, 'again')).toContain('src/untidy.ts is formatted already');
      expect(await answerOf(agent, 'review')).toContain('src/untidy.ts (created)');
      const text = await readFile(path.join(window.folder, 'src/untidy.ts'), 'utf8');
      expect(text).toContain("import { formatAmount, parseAmount } from './money.ts';");
      expect(text).toContain("export const text = formatAmount(parseAmount('1'));");
      expect(text).not.toContain('Group');
    },
  );

  it('show which problems a turn has caused, and send them to the agent', LIMIT, async () => {
    const money = await readFile(path.join(SAMPLE, 'src/money.ts'), 'utf8');
    const scenario = {
      capabilities: HTTP,
      on: [
        turn(
          step.tool('reveal_location', { path: 'src/main.ts', line: 1 }, 'reveal'),
          step.tool('get_diagnostics', { path: 'src/main.ts' }, 'before'),
          step.stop('end_turn'),
        ),
        turn(
          step.writeText(
            '${cwd}/src/money.ts',
            money.replace('parseAmount(text: string)', 'parseAmount(text: string, digits: number)'),
          ),
          step.tool('get_diagnostics', { path: 'src/main.ts', onlyNew: true }, 'new'),
          step.note('done'),
          step.stop('end_turn'),
        ),
        turn(step.say('On it.'), step.stop('end_turn')),
      ],
    };
    const agent = await scriptedAgent(folder, scenario);
    await shared.close(); // The server misses changes of files that were restored after earlier tests.
    const { chat, window } = await openChat(agent.launch, {}, shared);
    await sendPrompt(chat, 'look');
    await expect.poll(() => agent.noted('before'), PATIENCE).toHaveLength(1);
    expect(await answerOf(agent, 'before')).toBe('No problems.');
    await sendPrompt(chat, 'change it');
    await expect.poll(() => agent.noted('done'), PATIENCE).toHaveLength(1);
    expect(await answerOf(agent, 'new')).toMatch(/^src\/main.ts:6:26: error: Expected 2 arguments/);
    const notice = chat
      .getByRole('article', { name: 'Notice' })
      .filter({ hasText: 'new problems' });
    await notice.getByText('3 new problems').waitFor(PATIENCE);
    await window.screenshot('new-problems');
    await notice.getByRole('button', { name: 'Ask agent to fix' }).click();
    await chat.getByText('On it.').waitFor();
    const [, , sent] = await agent.received('session/prompt');
    expect(JSON.stringify(sent)).toContain('src/main.ts:7:30: error: Expected 2 arguments');
  });

  it('find types, implementations, calls and the problems of all files', LIMIT, async () => {
    const shapes = [
      'export interface Shape {',
      '  area(): number;',
      '}',
      'export class Square implements Shape {',
      '  area(): number {',
      '    return side() ** 2;',
      '  }',
      '}',
      'const side = (): number => 3;',
      'export const unit: Shape = new Square();',
      'export const wrong: string = unit.area();',
      '',
    ].join('\n');
    const file = { path: 'src/shapes.ts' };
    const { agent } = await run(HTTP, [
      step.writeText('${cwd}/src/shapes.ts', shapes),
      step.tool('find_type_definition', { ...file, symbol: 'unit' }, 'type'),
      step.tool('find_implementations', { ...file, symbol: 'Shape', line: 1 }, 'classes'),
      step.tool('find_implementations', { ...file, symbol: 'area', line: 2 }, 'methods'),
      step.tool(
        'get_call_hierarchy',
        { ...file, symbol: 'area', line: 5, direction: 'outgoing' },
        'callees',
      ),
      step.tool('reveal_location', { ...file, line: 11 }, 'reveal'),
      step.tool('get_diagnostics', file, 'problems'),
      step.tool('get_diagnostics', {}, 'all'),
      step.tool('get_diagnostics', { severity: 'error', onlyNew: true }, 'new'),
    ]);
    expect(await answerOf(agent, 'type')).toBe('src/shapes.ts:1:18: export interface Shape {');
    expect(await answerOf(agent, 'classes')).toBe(
      'src/shapes.ts:4:14: export class Square implements Shape {',
    );
    expect(await answerOf(agent, 'methods')).toContain('src/shapes.ts:5:3: area(): number {');
    expect(await answerOf(agent, 'callees')).toContain('src/shapes.ts:9:7: side');
    const wrong = "src/shapes.ts:11:14: error: Type 'number' is not assignable to type 'string'.";
    expect(await answerOf(agent, 'all')).toContain(wrong);
    expect(await answerOf(agent, 'new')).toContain(wrong);
  });

  it('hide what the rules of the user do not let the agent read', LIMIT, async () => {
    const rules = [
      { decision: 'deny', kind: 'read', path: 'src/main.ts' },
      { decision: 'ask', kind: 'read', path: 'test/**' },
    ];
    const symbol = { path: 'src/money.ts', symbol: 'parseAmount' };
    const { agent, window } = await run(
      HTTP,
      [
        step.tool('find_references', symbol, 'references'),
        step.tool('search_symbols', { query: 'trip' }, 'search'),
        step.tool('list_symbols', { path: 'src/main.ts' }, 'named'),
        step.tool('rename_symbol', { ...symbol, newName: 'readAmount' }, 'rename'),
        step.tool('get_open_editors', {}, 'editors'),
        step.tool('get_git_state', {}, 'git'),
      ],
      { 'accord.permissions.mode': 'rules', 'accord.permissions.rules': rules },
      async opened => {
        await Promise.all(
          ['src/main.ts', 'test/all.ts', 'src/money.ts'].map(file =>
            appendFile(path.join(opened.folder, file), '// changed\n'),
          ),
        );
        await opened.openFile('src/main.ts');
        await delay(GIT_REFRESH_MS);
      },
    );
    const references = await answerOf(agent, 'references');
    expect(references).toContain('src/money.ts:5:17: export function parseAmount');
    expect(references).not.toMatch(/main\.ts|all\.ts|trip\.add|reads an amount/);
    expect(await answerOf(agent, 'search')).toBe('Nothing was found in files that you may read.');
    expect(await answerOf(agent, 'named')).toMatch(/not allow|den/i);
    expect(await answerOf(agent, 'rename')).toContain('you may not read it');
    expect(await window.fileText('src/money.ts')).toContain('parseAmount');
    expect(await answerOf(agent, 'editors')).not.toContain('main.ts');
    const git = await answerOf(agent, 'git');
    expect(git).toContain('changed: src/money.ts');
    expect(git).not.toMatch(/main\.ts|all\.ts/);
  });

  it('say what the user has rejected, and why, also in a later turn', LIMIT, async () => {
    const agent = await scriptedAgent(folder, {
      capabilities: HTTP,
      on: [
        turn(
          step.writeText('${cwd}/src/note.ts', 'export const note = 1;\n'),
          step.stop('end_turn'),
        ),
        turn(step.tool('get_review_state', {}, 'unsent'), step.stop('end_turn')),
        turn(step.tool('get_review_state', {}, 'review'), step.stop('end_turn')),
      ],
    });
    const { chat, window } = await openChat(agent.launch, {}, shared);
    await sendPrompt(chat, 'write');
    const pending = chat.getByRole('region', { name: 'Pending changes' });
    await pending.getByText(/1 file, /).click();
    await chat.getByRole('button', { name: 'Hunks in src/note.ts' }).click();
    const hunk = chat.getByRole('group', { name: 'Hunk 1 of 1' });
    await hunk.getByRole('button', { name: 'Comment' }).click();
    await hunk.getByRole('textbox').fill('No notes, please.');
    await hunk.getByRole('button', { name: 'Reject with this reason' }).click();
    const comments = chat.getByRole('region', { name: 'Comments for the agent' });
    await comments.getByText('1 unsent comment').waitFor();
    await window.screenshot('rejected for the tools');
    await sendPrompt(chat, 'look');
    await expect.poll(() => agent.noted('unsent'), PATIENCE).toHaveLength(1);
    const unsent = await answerOf(agent, 'unsent');
    expect(unsent).toMatch(/Rejected by the user:\n {2}src\/note\.ts/);
    expect(unsent).not.toContain('No notes, please.');
    await comments.getByRole('button', { name: 'Submit comments' }).click();
    await expect.poll(() => agent.noted('review'), PATIENCE).toHaveLength(1);
    const review = await answerOf(agent, 'review');
    expect(review).toContain('No change of this session waits for review.');
    expect(review).toMatch(/Rejected by the user:\n {2}src\/note\.ts/);
    expect(review).toContain('The user says: No notes, please.');
  });

  it('reach an agent without HTTP over stdio', LIMIT, async () => {
    const { agent } = await run({}, [
      step.tool('list_symbols', { path: 'src/money.ts' }, 'symbols'),
      step.tool('no_such_tool', {}, 'none'),
    ]);
    expect(await answerOf(agent, 'symbols')).toContain('function parseAmount');
    expect(await answerOf(agent, 'none')).toContain('-32602');
  });
});
