import assert from 'node:assert/strict';
// oxlint-disable-next-line import/no-unassigned-import -- installs the library's timers for Node
import 'vscode-jsonrpc/node';
import * as vscode from 'vscode';
import * as messages from '../../src/core/chat/messages.ts';
import { connectPort } from '../../src/core/chat/port.ts';
import { UserError } from '../../src/core/errors.ts';
import { Emitter } from '../../src/core/event.ts';
import type { Sessions } from '../../src/agent/sessions.ts';
import { type ChatActions, ViewRequests } from '../../src/vscode/chat/viewRequests.ts';
import { Report } from '../../src/vscode/report.ts';

describe('a prompt from the page', () => {
  const shown = vscode.window.showErrorMessage;
  afterEach(() => Object.assign(vscode.window, { showErrorMessage: shown }));

  it('that no session can be opened for is not taken, and the user hears why', async () => {
    const told: string[] = [];
    Object.assign(vscode.window, {
      showErrorMessage: (message: string) => Promise.resolve(void told.push(message)),
    });
    const [down, up] = [new Emitter<unknown>(), new Emitter<unknown>()];
    const host = connectPort({ post: one => down.fire(one), onMessage: up.event });
    const page = connectPort({ post: one => up.fire(one), onMessage: down.event });
    const actions = {
      newSession: () => {
        throw new UserError('There is no agent "x".');
      },
    } as unknown as ChatActions;
    const log = vscode.window.createOutputChannel('Test', { log: true });
    const requests = new ViewRequests({} as unknown as Sessions, actions, new Report(log));
    requests.listen(host, { session: undefined, show: () => {} });
    host.listen();
    page.listen();
    const draft = { text: 'hi', mentions: [] };
    const answer = await page.sendRequest(messages.Send, { draft, when: 'next' });
    assert.deepEqual(answer, { taken: false });
    assert.deepEqual(told, ['There is no agent "x".']);
    [host, page, log].forEach(one => one.dispose());
  });
});
