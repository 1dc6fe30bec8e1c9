import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DraftStore } from '../../../../src/agent/journal/draftStore.ts';
import { JournalFolder } from '../../../../src/agent/journal/journalFolder.ts';
import { carryOverDrafts } from '../../../../src/agent/journal/carryOverDrafts.ts';
import type { Sessions } from '../../../../src/agent/session/sessions.ts';
import { scriptedAgent } from '../../../fakes/scriptedAgent.ts';
import { textDraft, SessionFixture } from '../../../fakes/sessionFixture.ts';
import { on, step, turn } from '../../../fakes/step.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

let fixture: SessionFixture;
let home: string;
let sessions: Sessions;
let drafts: DraftStore;

beforeEach(async () => {
  fixture = await new SessionFixture().open();
  home = await temporaryFolder();
  const folder = new JournalFolder(home);
  await folder.prepare();
  drafts = new DraftStore(folder, error => {
    throw error;
  });
  const agent = await scriptedAgent(home, {
    capabilities: { loadSession: true },
    on: [on('session/load', step.reply({})), turn(step.say('Hi'), step.stop('end_turn'))],
  });
  sessions = fixture.start({ name: 'Scripted', ...agent.launch });
  carryOverDrafts(sessions, drafts);
});
afterEach(async () => {
  await drafts.flush();
  await fixture.close();
});

const draftOf = (sessionId: string) => drafts.get(sessionId)?.draft ?? [];

describe('the draft of a session without a prompt', () => {
  it('is moved to the next new session when the session is closed', () => {
    const first = sessions.create('scripted');
    drafts.set(first.id, textDraft('half a thought'), 5);
    sessions.close(first);
    expect(draftOf('')).toEqual(textDraft('half a thought'));
    expect(draftOf(first.id)).toEqual([]);
    const second = sessions.create('scripted');
    expect(draftOf(second.id)).toEqual(textDraft('half a thought'));
    expect(draftOf('')).toEqual([]);
    expect(draftOf(sessions.create('scripted').id)).toEqual([]);
  });

  it('is added below a draft that is already waiting', () => {
    const [first, second] = [sessions.create('scripted'), sessions.create('scripted')];
    drafts.set(first.id, textDraft('one'), 5);
    drafts.set(second.id, textDraft('two'), 6);
    sessions.close(first);
    sessions.close(second);
    expect(draftOf('')).toEqual([...textDraft('one'), ...textDraft('\n'), ...textDraft('two')]);
  });

  it('gets a newer time stamp than any webview has, whatever its clock says', () => {
    drafts.set('', [], 100);
    const first = sessions.create('scripted');
    drafts.set(first.id, textDraft('one'), 5);
    sessions.close(first);
    expect(drafts.get('')?.atMs).toBeGreaterThan(100);
    expect(drafts.get(first.id)?.atMs).toBeGreaterThan(5);
  });

  it('is not moved to a session that was loaded from the agent', () => {
    drafts.set('', textDraft('for a new one'), 5);
    const loaded = sessions.load('scripted', 'session-9');
    expect(draftOf(loaded.id)).toEqual([]);
    expect(draftOf('')).toEqual(textDraft('for a new one'));
  });
});

describe('the draft of a session with a prompt', () => {
  it('stays with the closed session, which can be opened again', async () => {
    const session = sessions.create('scripted');
    await session.send(textDraft('Hello'));
    drafts.set(session.id, textDraft('and then'), 5);
    sessions.close(session);
    expect(draftOf(session.id)).toEqual(textDraft('and then'));
    expect(draftOf('')).toEqual([]);
  });
});
