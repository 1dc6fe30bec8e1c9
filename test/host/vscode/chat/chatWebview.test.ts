import assert from 'node:assert/strict';
// oxlint-disable-next-line import/no-unassigned-import -- installs the library's timers for Node
import 'vscode-jsonrpc/node';
import * as vscode from 'vscode';
import * as messages from '../../../../src/core/chat/messages.ts';
import { Emitter } from '../../../../src/core/event.ts';
import {
  ChatWebview,
  type WebviewSession,
  type ChatWebviewOptions,
} from '../../../../src/vscode/chat/chatWebview.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';

/** A page that the test simulates: messages to it are recorded, and the test sends messages from it. */
function setUp(): {
  readonly page: ChatWebview;
  readonly sent: readonly string[];
  readonly says: (method: string) => void;
  /** Stores a draft as if another page had sent it. */
  readonly keeps: (sessionId: string) => void;
} {
  const heard = new Emitter<unknown>();
  const kept = new Emitter<unknown>();
  const sent: string[] = [];
  const webview = {
    html: '',
    options: {},
    cspSource: '',
    asWebviewUri: (uri: vscode.Uri) => uri,
    onDidReceiveMessage: heard.event,
    postMessage: (message: { readonly method: string }) => sent.push(message.method),
  } as unknown as vscode.Webview;
  const parts = {
    root: vscode.Uri.file('/'),
    sessions: { onDidChange: new Emitter().event },
    requests: [],
    drafts: { onDidChange: kept.event },
    onDidShow: () => {},
  } as unknown as ChatWebviewOptions;
  const front = { session: { id: 'shown' }, show: () => {} } as unknown as WebviewSession;
  const page = new ChatWebview(webview, parts, front, { onReady: () => {}, onFocus: () => {} });
  return {
    page,
    sent,
    says: method => heard.fire({ jsonrpc: '2.0', method }),
    keeps: sessionId => kept.fire({ sessionId, draft: [], atMs: 1 }),
  };
}

describe('a chat webview', () => {
  for (const end of ['is hidden', 'starts anew', 'is closed']) {
    it(`that ${end} while it scales an image does not block the prompt`, async () => {
      const { page, sent, says } = setUp();
      says(messages.Ready.method);
      await waitUntil(() => page.isReady);
      const scaled = page.scaleImage({ data: '', mimeType: 'image/png', edgePx: 1 });
      await waitUntil(() => sent.includes(messages.ScaleImage.method));
      if (end === 'is hidden') {
        page.setVisible(false);
      } else if (end === 'starts anew') {
        says(messages.Ready.method);
      } else {
        page.dispose();
      }
      assert.equal(await scaled.catch(() => undefined), undefined);
      page.dispose();
    });
  }

  it('gets the drafts of its session and of a new session', async () => {
    const { page, sent, says, keeps } = setUp();
    says(messages.Ready.method);
    await waitUntil(() => page.isReady);
    const draftSavedCount = (): number =>
      sent.filter(one => one === messages.DraftSaved.method).length;
    keeps('another');
    keeps('shown');
    keeps('');
    await waitUntil(() => draftSavedCount() > 1);
    assert.equal(draftSavedCount(), 2);
    page.dispose();
  });
});
