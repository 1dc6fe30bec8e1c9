import assert from 'node:assert/strict';
// oxlint-disable-next-line import/no-unassigned-import -- installs the library's timers for Node
import 'vscode-jsonrpc/node';
import * as vscode from 'vscode';
import type { Session } from '../../../../src/agent/session/session.ts';
import * as messages from '../../../../src/core/chat/messages.ts';
import { Emitter } from '../../../../src/core/event.ts';
import { emptyTranscript } from '../../../../src/core/session/transcript/transcript.ts';
import type { ChatWebviewOptions } from '../../../../src/vscode/chat/chatWebview.ts';
import { ChatViewProvider } from '../../../../src/vscode/chat/chatViewProvider.ts';
import { idleState } from '../../../fakes/idleState.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';

const sessionOf = (id: string): Session =>
  ({
    id,
    conversation: {
      state: { ...idleState, id },
      transcript: emptyTranscript,
      onDidChange: new Emitter().event,
    },
  }) as unknown as Session;

const none = (): vscode.Disposable => ({ dispose: () => {} });

describe('the chat view', () => {
  it('is reset when the active session changes, but not when other sessions are opened or closed', async () => {
    const [listed, heard] = [new Emitter<void>(), new Emitter<unknown>()];
    const sent: string[] = [];
    const sessions = {
      active: sessionOf('one'),
      onDidChangeSessions: listed.event,
      onDidChange: new Emitter().event,
    };
    const chat = new ChatViewProvider({
      root: vscode.Uri.file('/'),
      sessions,
      shell: () => ({}),
      requests: [],
      drafts: { get: () => undefined, onDidChange: new Emitter().event },
      onDidShow: () => {},
      whenRestored: () => Promise.resolve(),
    } as unknown as ChatWebviewOptions);
    const view = { visible: true, onDidChangeVisibility: none, onDidDispose: none };
    chat.attachView(view as unknown as vscode.WebviewView, {
      onMessage: heard.event,
      post: message => sent.push((message as { readonly method: string }).method),
    });
    const resets = (): number => sent.filter(method => method === messages.Reset.method).length;
    heard.fire({ jsonrpc: '2.0', method: messages.Ready.method });
    await waitUntil(() => resets() === 1);
    listed.fire();
    await waitUntil(() => sent.includes(messages.ShellChanged.method));
    assert.equal(resets(), 1);
    sessions.active = sessionOf('two');
    listed.fire();
    await waitUntil(() => resets() === 2);
    chat.dispose();
  });
});
