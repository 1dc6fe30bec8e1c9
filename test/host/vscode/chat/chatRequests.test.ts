import assert from 'node:assert/strict';
// oxlint-disable-next-line import/no-unassigned-import -- installs the library's timers for Node
import 'vscode-jsonrpc/node';
import * as vscode from 'vscode';
import * as messages from '../../../../src/core/chat/messages.ts';
import { connectPort } from '../../../../src/core/chat/port.ts';
import { UserError } from '../../../../src/core/errors.ts';
import { Emitter } from '../../../../src/core/event.ts';
import type { Session } from '../../../../src/agent/session/session.ts';
import type { Sessions } from '../../../../src/agent/session/sessions.ts';
import { emptyTranscript } from '../../../../src/core/session/transcript/transcript.ts';
import { type ChatActions, ChatRequests } from '../../../../src/vscode/chat/chatRequests.ts';
import { ErrorReporter } from '../../../../src/vscode/errorReporter.ts';
import { idleState } from '../../../fakes/idleState.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';

/** A page and the extension that answers its requests. */
function setUp(sessions: readonly Session[], actions: Partial<ChatActions>) {
  const [down, up] = [new Emitter<unknown>(), new Emitter<unknown>()];
  const host = connectPort({ post: one => down.fire(one), onMessage: up.event });
  const page = connectPort({ post: one => up.fire(one), onMessage: down.event });
  const channel = vscode.window.createOutputChannel('Test', { log: true });
  const restarted: Session[] = [];
  const all = {
    all: sessions,
    find: (id: string) => sessions.find(session => session.id === id),
    restart: (session: Session) => Promise.resolve(void restarted.push(session)),
  } as unknown as Sessions;
  const requests = new ChatRequests(
    all,
    actions as unknown as ChatActions,
    new ErrorReporter(channel, new Map()),
  );
  const shown: (Session | undefined)[] = [];
  requests.listen(host, { session: undefined, show: session => shown.push(session) });
  host.listen();
  page.listen();
  const close = (): void => [host, page, channel].forEach(one => one.dispose());
  return { page, shown, restarted, close };
}

const agent = { id: 'a', name: 'A' };
const sessionOf = (id: string, isBusy = false): Session =>
  ({
    id,
    agent,
    isBusy,
    conversation: {
      state: { ...idleState, id, title: `Title of ${id}` },
      transcript: emptyTranscript,
    },
  }) as unknown as Session;

describe('a prompt from the chat view', () => {
  const shown = vscode.window.showErrorMessage;
  afterEach(() => Object.assign(vscode.window, { showErrorMessage: shown }));

  it('is not accepted if no session can be created, and the user sees the reason', async () => {
    const errors: string[] = [];
    Object.assign(vscode.window, {
      showErrorMessage: (message: string) => Promise.resolve(void errors.push(message)),
    });
    const { page, close } = setUp([], {
      newSession: () => {
        throw new UserError('There is no agent "x".');
      },
    });
    const draft = { text: 'hi', mentions: [] };
    const answer = await page.sendRequest(messages.Send, { draft });
    assert.deepEqual(answer, { isAccepted: false });
    assert.deepEqual(errors, ['There is no agent "x".']);
    close();
  });
});

describe('the action of a notice', () => {
  it('applies to the webview that shows the notice', async () => {
    const fresh = sessionOf('fresh');
    const { page, shown, close } = setUp([sessionOf('s')], {
      newSession: () => Promise.resolve(fresh),
    });
    const inserted: messages.Insertion[] = [];
    page.onNotification(messages.InsertMentions, one => void inserted.push(one));
    const act = (action: 'newSession' | 'addConversation'): Promise<void> =>
      page.sendNotification(messages.RunNoticeAction, { sessionId: 's', entryId: 'e1', action });
    await act('addConversation');
    await waitUntil(() => inserted.length === 1);
    assert.deepEqual(inserted[0]?.mentions, [{ kind: 'session', id: 's', title: 'Title of s' }]);
    await act('newSession');
    await waitUntil(() => shown.length === 1);
    assert.equal(shown[0], fresh);
    close();
  });
});

describe('an agent that is working in other sessions too', () => {
  const asks = vscode.window.showWarningMessage;
  afterEach(() => Object.assign(vscode.window, { showWarningMessage: asks }));

  it('is restarted for one of them only if the user confirms', async () => {
    const asked: string[] = [];
    let answer: string | undefined;
    Object.assign(vscode.window, {
      showWarningMessage: (message: string) => {
        asked.push(message);
        return Promise.resolve(answer);
      },
    });
    const [mine, other, third] = [sessionOf('s', true), sessionOf('o', true), sessionOf('t', true)];
    const { page, restarted, close } = setUp([mine, other, third], {});
    const restart = (sessionId: string): Promise<void> =>
      page.sendNotification(messages.Restart, { sessionId });
    await restart('s');
    await waitUntil(() => asked.length === 1);
    assert.match(asked[0] ?? '', /2 other sessions/);
    answer = 'Stop All';
    await restart('s');
    await waitUntil(() => restarted.length === 1);
    assert.equal(asked.length, 2);
    close();
    const alone = setUp([mine, sessionOf('idle')], {});
    await alone.page.sendNotification(messages.Restart, { sessionId: 's' });
    await waitUntil(() => alone.restarted.length === 1);
    assert.equal(asked.length, 2);
    alone.close();
  });
});
