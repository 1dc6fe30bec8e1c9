import { describe, expect, it } from 'vitest';
import type { SessionChangedParams } from '../../../../src/core/chat/messages.ts';
import type { TranscriptPatch } from '../../../../src/core/session/transcript/transcript.ts';
import {
  SessionChangeBatcher,
  type BatchedSession,
} from '../../../../src/vscode/chat/sessionChangeBatcher.ts';
import { Emitter } from '../../../../src/core/event.ts';
import type { ConversationChange } from '../../../../src/agent/session/conversation.ts';

const grew = (text: string): TranscriptPatch => ({ kind: 'grew', id: 'e1', text, atMs: 1 });

/** A session that fires no changes of its own. */
const silentSession = (id: string): BatchedSession => ({
  id,
  conversation: { onDidChange: () => ({ dispose: () => {} }) },
});

/** A batcher whose journal is written when the test says so. */
function framed() {
  const posted: string[] = [];
  const writes: (() => void)[] = [];
  const post = ({ sessionId, patches }: SessionChangedParams): void => {
    const texts = patches.map(patch => (patch.kind === 'grew' ? patch.text : patch.kind));
    posted.push(`${sessionId}: ${texts.join('|')}`);
  };
  const frames = new SessionChangeBatcher(
    post,
    () => new Promise<void>(resolve => writes.push(resolve)),
  );
  frames.setSession(silentSession('s1'));
  const show = (text: string): void => {
    frames.add({ patches: [grew(text)] });
    frames.flush();
  };
  return { frames, posted, writes, show };
}

const settled = (): Promise<void> => new Promise(resolve => void setImmediate(resolve));

describe('a batch of session changes', () => {
  it('contains the changes that its session fires until another session is shown', async () => {
    const { frames, posted, writes } = framed();
    const changes = new Emitter<ConversationChange>();
    frames.setSession({ id: 's3', conversation: { onDidChange: changes.event } });
    changes.fire({ patches: [grew('a')] });
    frames.flush();
    writes.forEach(write => write());
    await settled();
    frames.setSession(undefined);
    changes.fire({ patches: [grew('b')] });
    frames.flush();
    writes.forEach(write => write());
    await settled();
    expect(posted).toEqual(['s3: a']);
  });

  it('is posted only after it is persisted', async () => {
    const { posted, writes, show } = framed();
    show('a');
    await settled();
    expect(posted).toEqual([]);
    writes[0]?.();
    await settled();
    expect(posted).toEqual(['s1: a']);
  });

  it('is posted after the previous batch, whichever is persisted first', async () => {
    const { posted, writes, show } = framed();
    show('a');
    show('b');
    writes[1]?.();
    await settled();
    expect(posted).toEqual([]);
    writes[0]?.();
    await settled();
    expect(posted).toEqual(['s1: a', 's1: b']);
  });

  it('is dropped if its session is no longer shown', async () => {
    const { frames, posted, writes, show } = framed();
    show('a');
    frames.setSession(silentSession('s2'));
    show('b');
    writes.forEach(write => write());
    await settled();
    expect(posted).toEqual(['s2: b']);
    show('c');
    frames.dispose();
    writes.forEach(write => write());
    await settled();
    expect(posted).toEqual(['s2: b']);
  });
});
