import assert from 'node:assert/strict';
// oxlint-disable-next-line import/no-unassigned-import -- installs the library's timers for Node
import 'vscode-jsonrpc/node';
import * as vscode from 'vscode';
import * as messages from '../../../../src/core/chat/messages.ts';
import type { Port } from '../../../../src/core/chat/port.ts';
import { Emitter } from '../../../../src/core/event.ts';
import {
  ChatWebview,
  type WebviewSession,
  type ChatWebviewOptions,
} from '../../../../src/vscode/chat/chatWebview.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';

/** A page that the test simulates: messages to it are recorded, and the test sends messages from it. */
function setUp(restored: Promise<unknown> = Promise.resolve()): {
  readonly page: ChatWebview;
  readonly sent: readonly string[];
  readonly says: (method: string) => void;
  /** Stores a draft as if another page had sent it. */
  readonly keeps: (sessionId: string) => void;
} {
  const heard = new Emitter<unknown>();
  const kept = new Emitter<unknown>();
  const sent: string[] = [];
  const port: Port = {
    onMessage: heard.event,
    post: message => sent.push((message as { readonly method: string }).method),
  };
  const parts = {
    root: vscode.Uri.file('/'),
    sessions: { onDidChange: new Emitter().event },
    requests: [],
    drafts: { onDidChange: kept.event },
    onDidShow: () => {},
    whenRestored: () => restored,
  } as unknown as ChatWebviewOptions;
  const front = { session: { id: 'shown' }, show: () => {} } as unknown as WebviewSession;
  const page = new ChatWebview(port, parts, front, { onReady: () => {}, onFocus: () => {} });
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

  it('gets no state before the sessions that were open are restored', async () => {
    const restored = new Emitter<void>();
    const { page, says } = setUp(new Promise(resolve => void restored.event(() => resolve(true))));
    says(messages.Ready.method);
    await new Promise(resolve => {
      setTimeout(resolve, 20);
    });
    assert.equal(page.isReady, false);
    restored.fire();
    await waitUntil(() => page.isReady);
    page.dispose();
  });

  it('that is hidden before the sessions are restored is not ready afterwards', async () => {
    const restored = new Promise<void>(resolve => {
      setTimeout(resolve, 20);
    });
    const { page, says } = setUp(restored);
    says(messages.Ready.method);
    page.setVisible(false);
    await restored;
    assert.equal(page.isReady, false);
    page.dispose();
  });

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
