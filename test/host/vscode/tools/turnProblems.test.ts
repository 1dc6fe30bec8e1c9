import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { FileAccessEvent } from '../../../../src/agent/requests/workspaceRequests.ts';
import { Emitter } from '../../../../src/core/event.ts';
import { DEFAULT_SETTINGS } from '../../../../src/vscode/settingsSchema.ts';
import { TurnProblems } from '../../../../src/vscode/tools/turnProblems.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';

const [folder] = vscode.workspace.workspaceFolders ?? [];
const root = folder?.uri ?? vscode.Uri.file('/');
const uri = vscode.Uri.joinPath(root, 'README.md');
/** Longer than language servers are given to report at least. */
const SETTLED_MS = 5_000;

describe('the problems of a turn', () => {
  const reports = vscode.languages.createDiagnosticCollection('test');
  const accessed = new Emitter<FileAccessEvent>();
  const notices: string[] = [];
  const problems = new TurnProblems({
    review: { pending: [] },
    findConversation: () => ({ addNotice: (_, message) => notices.push(message) }),
    onDidAccessFile: accessed.event,
  });
  const turns = problems.wrapParticipant({
    willStart: async () => {},
    didEnd: async () => ['of others'],
  });
  let turn = 0;

  const report = (...messages: readonly string[]): void =>
    reports.set(
      uri,
      messages.map(
        (message, line) => new vscode.Diagnostic(new vscode.Range(line, 0, line, 1), message),
      ),
    );

  const write = (): void => {
    const path = { requested: uri.fsPath, real: uri.fsPath, shown: uri.fsPath };
    const text = { text: '', theirs: '', wanted: '', before: '', conflicts: [] };
    const how = { isUnsaved: false, isApproved: false };
    accessed.fire({ kind: 'write', sessionId: 's', path, ...text, ...how });
  };

  const info = (): { sessionId: string; turn: number; roots: string[] } => ({
    sessionId: 's',
    turn,
    roots: [root.fsPath],
  });

  beforeEach(async () => {
    turn += 1;
    notices.length = 0;
    report('old');
    await waitUntil(() => vscode.languages.getDiagnostics(uri).length === 1);
  });

  after(() => {
    problems.dispose();
    reports.dispose();
  });

  it('are shown if they were not there before, without delaying the end of the turn', async () => {
    await turns.willStart(info());
    write();
    report('old', 'first', 'second');
    const startMs = Date.now();
    assert.deepEqual(await turns.didEnd(info()), ['of others']);
    assert.ok(Date.now() - startMs < 1_000);
    await waitUntil(() => notices.length > 0);
    const [notice = ''] = notices;
    assert.match(
      notice,
      /^2 new problems\nREADME.md:2:1: error: first\nREADME.md:3:1: error: second$/,
    );
    assert.equal(notices.length, 1);
  }).timeout(30_000);

  it('are not shown if there are none, or if they were reported before the agent changed anything', async () => {
    await turns.willStart(info());
    report('old', 'late');
    await waitUntil(() => vscode.languages.getDiagnostics(uri).length === 2);
    await delay(100);
    write();
    report('late', 'old');
    await turns.didEnd(info());
    await delay(SETTLED_MS);
    assert.deepEqual(notices, []);
  }).timeout(30_000);

  it('are not shown for a turn that changed nothing, nor after the next prompt', async () => {
    await turns.willStart(info());
    report('old', 'of the user');
    await turns.didEnd(info());
    turn += 1;
    await turns.willStart(info());
    write();
    report('old', 'of the user', 'new');
    await turns.didEnd(info());
    turn += 1;
    await turns.willStart(info());
    await delay(SETTLED_MS);
    assert.deepEqual(notices, []);
  }).timeout(30_000);

  it('are added to the next prompt only if the user wants that', async () => {
    const settings = vscode.workspace.getConfiguration('accord');
    const builder = problems.wrapBuilder({ build: async () => ({ blocks: [], notes: [] }) });
    const build = async (text: string): Promise<string> => {
      const state = { id: 's' } as Parameters<typeof builder.build>[1];
      const signal = new AbortController().signal;
      return JSON.stringify((await builder.build([{ kind: 'text', text }], state, signal)).blocks);
    };
    await turns.willStart(info());
    write();
    report('old', 'new');
    await waitUntil(() => vscode.languages.getDiagnostics(uri).length === 2);
    await turns.didEnd(info());
    assert.equal(DEFAULT_SETTINGS['context.newProblems'], 'show');
    assert.equal(await build('go on'), '[]');
    const target = vscode.ConfigurationTarget.Global;
    try {
      await settings.update('context.newProblems', 'attach', target);
      await waitUntil(async () => (await build('go on')) !== '[]');
      assert.match(await build('go on'), /README.md:2:1: error: new/);
      assert.equal(await build('/compact'), '[]');
    } finally {
      await settings.update('context.newProblems', undefined, target);
    }
  }).timeout(30_000);
});
