import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SessionHistory } from '../../../../src/agent/journal/sessionHistory.ts';
import { JournalFolder } from '../../../../src/agent/journal/journalFolder.ts';
import { SessionJournals } from '../../../../src/agent/journal/sessionJournals.ts';
import type { Session } from '../../../../src/agent/session/session.ts';
import type { Sessions } from '../../../../src/agent/session/sessions.ts';
import { exportText } from '../../../../src/core/export/exportText.ts';
import { recordFromTrace } from '../../../../src/core/export/recordFromTrace.ts';
import type { Scenario } from '../../../fakes/scenario.ts';
import { scriptedAgent, type ScriptedAgent } from '../../../fakes/scriptedAgent.ts';
import { outline, textDraft, SessionFixture } from '../../../fakes/sessionFixture.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';
import { on, step, turn } from '../../../fakes/step.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

let fixture: SessionFixture;
let home: string;
let lives: Life[];

beforeEach(async () => {
  lives = [];
  fixture = await new SessionFixture().open();
  home = await temporaryFolder();
});
afterEach(async () => {
  await Promise.all(lives.map(({ journals }) => journals.close()));
  await fixture.close();
});

/** A window from its opening to its end. */
interface Life {
  readonly sessions: Sessions;
  readonly journals: SessionJournals;
}

/** Opens a window on the same workspace and restores its sessions. */
async function window(agent: ScriptedAgent): Promise<Life> {
  const folder = new JournalFolder(home);
  await folder.prepare();
  const journals = new SessionJournals(folder, error => {
    throw error;
  });
  const sessions = fixture.start(
    { name: 'Scripted', ...agent.launch },
    { turnParticipant: { willStart: () => journals.flush(), didEnd: () => Promise.resolve([]) } },
  );
  const { records } = await journals.loadOpenSessions();
  journals.attach(sessions);
  records.forEach(record => sessions.restore(record));
  const life = { sessions, journals };
  lives.push(life);
  return life;
}

/** A window in which changes happen before its folder is prepared and before its sessions are loaded. */
function hastyWindow(agent: ScriptedAgent, path: string): Life {
  const folder = new JournalFolder(path);
  void folder.prepare();
  const journals = new SessionJournals(folder, fail);
  const sessions = fixture.start(
    { name: 'Scripted', ...agent.launch },
    { turnParticipant: { willStart: () => journals.flush(), didEnd: () => Promise.resolve([]) } },
  );
  journals.attach(sessions);
  const life = { sessions, journals };
  lives.push(life);
  return life;
}

async function close({ sessions, journals }: Life): Promise<void> {
  await journals.close();
  await sessions.stopAgents();
  sessions.dispose();
}

/** Ends a window without closing it: whatever is not on disk is lost. */
async function crash({ sessions, journals }: Life): Promise<void> {
  journals.dispose();
  await sessions.stopAgents();
  sessions.dispose();
}

function only(sessions: Sessions): Session {
  const [session] = sessions.all;
  if (!session || sessions.all.length > 1) {
    throw new Error(`There are ${sessions.all.length} sessions.`);
  }
  return session;
}

const fail = (error: unknown): never => {
  throw error;
};

const RESUMES = { sessionCapabilities: { resume: {} } };
const ANSWERS: Scenario = {
  capabilities: RESUMES,
  on: [
    on('session/resume', step.reply(null)),
    turn(
      step.think('Hm.'),
      step.toolCall('call-1', { title: 'Look around', kind: 'read', status: 'completed' }),
      step.say('Here '),
      step.say('it is.'),
      step.stop('end_turn'),
    ),
  ],
};

describe('a session', () => {
  it('is on disk shortly after it changes, without a flush', async () => {
    const agent = await scriptedAgent(home, ANSWERS);
    const { sessions, journals } = await window(agent);
    const session = sessions.create('scripted');
    await session.send(textDraft('Where is it?'));
    const entries = session.conversation.transcript.entries.length;
    let written: Awaited<ReturnType<JournalFolder['read']>>;
    await expect
      .poll(async () => {
        written = await journals.folder.read(session.id);
        return written?.transcript.entries.length;
      })
      .toBe(entries);
    expect(written?.transcript).toEqual(session.conversation.transcript);
    expect(written?.state.wireId).toBe('session-1');
  });

  it('is not persisted before there is a prompt', async () => {
    const agent = await scriptedAgent(home, ANSWERS);
    const { sessions, journals } = await window(agent);
    const session = sessions.create('scripted');
    await waitUntil(() => session.conversation.state.status.kind === 'idle');
    await journals.flush();
    expect(await journals.folder.list()).toEqual([]);
  });

  it('with only a draft is restored, and its journal is deleted when it is closed', async () => {
    const agent = await scriptedAgent(home, ANSWERS);
    const before = await window(agent);
    const first = before.sessions.create('scripted');
    before.journals.start(first.id);
    await before.journals.flush();
    await crash(before);
    const after = await window(agent);
    const session = only(after.sessions);
    expect(session.id).toBe(first.id);
    after.journals.start(session.id);
    after.sessions.close(session);
    await after.journals.flush();
    expect((await readdir(home)).filter(name => name.includes(first.id))).toEqual([]);
  });

  it('is restored after a reload, before the agent has started', async () => {
    const agent = await scriptedAgent(home, ANSWERS);
    const before = await window(agent);
    const first = before.sessions.create('scripted');
    await first.send(textDraft('Where is it?'));
    const { transcript } = first.conversation;
    await close(before);

    const after = await window(agent);
    const session = only(after.sessions);
    expect(session.id).toBe(first.id);
    expect(session.conversation.transcript).toEqual(transcript);
    expect(session.conversation.state).toMatchObject({ status: { kind: 'idle' }, queue: [] });
    expect(await agent.noted('started')).toHaveLength(1);

    await session.send(textDraft('And now?'));
    expect(await agent.received('session/resume')).toMatchObject([
      { params: { sessionId: 'session-1' } },
    ]);
    expect(await agent.received('session/prompt')).toHaveLength(2);
    expect(outline(session).slice(-5)).toEqual([
      'user: And now?',
      'thought: Hm.',
      'tool: Look around (completed)',
      'agent: Here it is.',
      'end: end_turn',
    ]);
    await after.journals.flush();
    expect((await after.journals.folder.read(session.id))?.transcript).toEqual(
      session.conversation.transcript,
    );
  });

  it('continues in a new session, with a notice, if the agent cannot resume it', async () => {
    const agent = await scriptedAgent(home, {
      on: [turn(step.say('Yes.'), step.stop('end_turn'))],
    });
    const before = await window(agent);
    await before.sessions.create('scripted').send(textDraft('One?'));
    await close(before);
    const after = await window(agent);
    const session = only(after.sessions);
    await session.send(textDraft('Two?'));
    expect(session.conversation.transcript.entries[3]).toMatchObject({
      actions: ['addConversation'],
    });
    expect(outline(session)).toEqual([
      'user: One?',
      'agent: Yes.',
      'end: end_turn',
      expect.stringMatching(/^notice: .*couldn't resume the conversation/),
      'user: Two?',
      'agent: Yes.',
      'end: end_turn',
    ]);
  });

  it('is idle after the window was closed during a turn, and its prompt is sent only once', async () => {
    const agent = await scriptedAgent(home, {
      capabilities: RESUMES,
      on: [
        on('session/resume', step.reply(null)),
        turn(
          step.say('I begin.'),
          step.toolCall('call-1', { title: 'Long work', status: 'in_progress' }),
          step.permission({ toolCallId: 'call-1', title: 'Long work' })[0] ?? step.ignore,
          step.stop('end_turn'),
        ),
        { ...turn(step.say('Again.'), step.stop('end_turn')), when: 'more' },
      ],
    });
    const before = await window(agent);
    const first = before.sessions.create('scripted');
    void first.send(textDraft('Work!'));
    void first.send(textDraft('And more.'));
    await waitUntil(() => first.pendingRequestCount > 0);
    await before.journals.flush();
    await crash(before);

    const after = await window(agent);
    const session = only(after.sessions);
    expect(outline(session)).toEqual([
      'user: Work!',
      'agent: I begin.',
      'tool: Long work (cancelled)',
      'permission: Long work (cancelled)',
      'notice: The window closed while Scripted was working.',
      'end: failed',
    ]);
    expect(session.conversation.state.queue.map(({ draft }) => draft)).toEqual([
      textDraft('And more.'),
    ]);
    expect(await agent.received('session/prompt')).toHaveLength(1);

    session.sendNow(session.conversation.state.queue[0]?.id ?? '');
    await waitUntil(() => outline(session).at(-1) === 'end: end_turn');
    expect(await agent.received('session/prompt')).toMatchObject([
      { params: { prompt: [{ text: 'Work!' }] } },
      { params: { prompt: [{ text: 'And more.' }] } },
    ]);
  });

  it('has its prompt on disk before the agent gets it, so that it cannot be sent twice', async () => {
    const agent = await scriptedAgent(home, { on: [turn(step.ignore)] });
    const before = await window(agent);
    const first = before.sessions.create('scripted');
    void first.send(textDraft('Once.'));
    await agent.waitForReceived('session/prompt');
    await crash(before); // Nothing is flushed, so only what was written before the crash is there.

    const session = only((await window(agent)).sessions);
    expect(outline(session)[0]).toBe('user: Once.');
    expect(session.conversation.state.queue).toEqual([]);
  });

  it('that the user closed keeps its queued prompts, and sends them only on request', async () => {
    const agent = await scriptedAgent(home, { on: [turn(step.ignore)] });
    const { sessions, journals } = await window(agent);
    const closed = sessions.create('scripted');
    void closed.send(textDraft('Work!'));
    const waited = closed.send(textDraft('And more.'));
    await agent.waitForReceived('session/prompt');
    sessions.close(closed);
    expect(await waited).toBe('cancelled');
    const record = (await journals.load(closed.id)) ?? fail('It is gone.');
    const again = sessions.restore(record);
    expect(again.conversation.state.queue.map(({ draft }) => draft)).toEqual([
      textDraft('And more.'),
    ]);
    expect(await agent.received('session/prompt')).toHaveLength(1);
  });

  it('that the user closed stays closed, and is kept in the history', async () => {
    const agent = await scriptedAgent(home, ANSWERS);
    const before = await window(agent);
    const closed = before.sessions.create('scripted');
    await closed.send(textDraft('One'));
    const { transcript } = closed.conversation;
    const kept = before.sessions.create('scripted');
    await kept.send(textDraft('Two'));
    before.sessions.close(closed);
    await close(before);
    const after = await window(agent);
    expect(only(after.sessions).id).toBe(kept.id);
    expect((await after.journals.folder.read(closed.id))?.transcript).toEqual(transcript);
  });

  it('that is open is not deleted by the size limit, even if nothing has happened in it yet', async () => {
    const agent = await scriptedAgent(home, ANSWERS);
    const before = await window(agent);
    const first = before.sessions.create('scripted');
    await first.send(textDraft('Where is it?'));
    await close(before);
    const { sessions, journals } = await window(agent);
    await new SessionHistory(journals).enforceSizeLimit(0);
    await only(sessions).send(textDraft('And now?'));
    await journals.flush();
    const said = (await journals.folder.read(first.id))?.transcript.entries ?? [];
    expect(said.filter(({ kind }) => kind === 'user')).toHaveLength(2);
  });

  it('keeps its name and pin, open or closed', async () => {
    const agent = await scriptedAgent(home, ANSWERS);
    const before = await window(agent);
    const session = before.sessions.create('scripted');
    await session.send(textDraft('One'));
    await before.journals.setMarks(session.id, { name: 'My own name' });
    before.sessions.close(session);
    await before.journals.setMarks(session.id, { pinned: true });
    expect((await before.journals.folder.read(session.id))?.marks).toEqual({
      name: 'My own name',
      pinned: true,
    });
  });

  it('keeps the name that the user gave it after a reload, however it was given', async () => {
    const agent = await scriptedAgent(home, ANSWERS);
    const before = await window(agent);
    const [first, second] = ['One', 'Two'].map(() => before.sessions.create('scripted'));
    first?.rename('  By its tab ');
    await Promise.all([first?.send(textDraft('One')), second?.send(textDraft('Two'))]);
    await before.journals.setMarks(second?.id ?? '', { name: 'By the history' });
    expect(second?.conversation.state.name).toBe('By the history');
    await close(before);
    const after = await window(agent);
    expect(after.sessions.all.map(({ conversation }) => conversation.state.name)).toEqual([
      'By its tab',
      'By the history',
    ]);
  });

  it('that was exported as JSON can be imported elsewhere and continued', async () => {
    const agent = await scriptedAgent(home, ANSWERS);
    const { sessions, journals } = await window(agent);
    const first = sessions.create('scripted');
    await first.send(textDraft('Where is it?'));
    await journals.flush();
    const record = await journals.folder.read(first.id);
    const text = record ? exportText(record, 'json', []) : '';

    const history = new SessionHistory(journals);
    const trace = recordFromTrace(text);
    const here = { agentId: 'scripted', agentName: 'Scripted', roots: [fixture.folder] };
    const id = trace ? await history.importRecord(trace, here) : '';
    expect((await history.list()).map(item => item.id)).toContain(id);
    const taken = await journals.load(id);
    const session = taken ? sessions.restore(taken) : first;
    expect(session.id).not.toBe(first.id);
    expect(outline(session)).toEqual([
      ...outline(first),
      "notice: Scripted doesn't remember the conversation so far.",
    ]);
    await session.send(textDraft('And now?'));
    expect(outline(session).at(-1)).toBe('end: end_turn');
    expect(await agent.received('session/new')).toHaveLength(2);
    expect(await agent.received('session/resume')).toEqual([]);
  });

  it('that is deleted is removed from the list, but not from disk immediately', async () => {
    const agent = await scriptedAgent(home, ANSWERS);
    const { sessions, journals } = await window(agent);
    const session = sessions.create('scripted');
    await session.send(textDraft('One'));
    sessions.close(session);
    await journals.delete(session.id);
    await journals.flush();
    expect(await journals.folder.list()).toEqual([]);
    expect((await readdir(home)).filter(name => name.includes(session.id))).toEqual([
      `${session.id}.ndjson.deleted`,
    ]);
  });
});

describe('the list of open sessions', () => {
  it('contains the connected sessions after a reload or a crash, but not when the window was closed long ago', async () => {
    const agent = await scriptedAgent(home, ANSWERS);
    const before = await window(agent);
    const asleep = before.sessions.create('scripted');
    await asleep.send(textDraft('One'));
    await close(before);
    const after = await window(agent);
    const awake = after.sessions.create('scripted');
    await awake.send(textDraft('Two'));
    await close(after);
    const opened = () => new SessionJournals(new JournalFolder(home), fail).loadOpenSessions();
    expect((await opened()).running).toEqual([awake.id]);

    const file = join(home, 'open.json');
    const noted = JSON.parse(await readFile(file, 'utf8')) as { leftMs?: number };
    await writeFile(file, JSON.stringify({ ...noted, leftMs: Date.now() - 3_600_000 }));
    expect((await opened()).running).toEqual([]);
    delete noted.leftMs;
    await writeFile(file, JSON.stringify(noted));
    expect((await opened()).running).toEqual([awake.id]);
  });

  it.each(['', '{', '[]', '{"open":[7,"../../etc/passwd","gone"],"front":{}}'])(
    'may be damaged: %s',
    async text => {
      await writeFile(join(home, 'open.json'), text);
      const agent = await scriptedAgent(home, ANSWERS);
      const { sessions } = await window(agent);
      expect(sessions.all).toEqual([]);
    },
  );

  it('is not overwritten by a session that started before the list was read', async () => {
    const agent = await scriptedAgent(home, ANSWERS);
    const before = await window(agent);
    const earlier = before.sessions.create('scripted');
    await earlier.send(textDraft('One'));
    await close(before);
    const hasty = hastyWindow(agent, home);
    const begun = hasty.sessions.create('scripted');
    await begun.send(textDraft('Two'));
    await hasty.journals.flush();
    const { records } = await hasty.journals.loadOpenSessions();
    expect(records.map(({ header }) => header.id)).toEqual([earlier.id]);
    records.forEach(record => hasty.sessions.restore(record));
    await hasty.journals.flush();
    expect(JSON.parse(await readFile(join(home, 'open.json'), 'utf8'))).toMatchObject({
      open: [begun.id, earlier.id],
    });
  });

  it('still contains a session that was only viewed in the previous window', async () => {
    const agent = await scriptedAgent(home, ANSWERS);
    const before = await window(agent);
    const earlier = before.sessions.create('scripted');
    await earlier.send(textDraft('One'));
    await close(before);
    await close(await window(agent));
    const { sessions } = await window(agent);
    expect(sessions.all.map(({ id }) => id)).toEqual([earlier.id]);
  });

  it('is unchanged in a window that never read it', async () => {
    const agent = await scriptedAgent(home, ANSWERS);
    const before = await window(agent);
    const earlier = before.sessions.create('scripted');
    await earlier.send(textDraft('One'));
    await close(before);
    await close(hastyWindow(agent, home)); // In Restricted Mode the folder is never prepared.
    const { sessions } = await window(agent);
    expect(sessions.all.map(({ id }) => id)).toEqual([earlier.id]);
  });

  it('contains a session that started before the folder existed', async () => {
    const agent = await scriptedAgent(home, ANSWERS);
    const fresh = join(home, 'fresh');
    const { sessions, journals } = hastyWindow(agent, fresh);
    const session = sessions.create('scripted');
    await session.send(textDraft('One'));
    expect((await journals.loadOpenSessions()).records).toEqual([]);
    await journals.flush();
    expect(JSON.parse(await readFile(join(fresh, 'open.json'), 'utf8'))).toMatchObject({
      open: [session.id],
    });
    expect((await journals.folder.read(session.id))?.transcript.entries.length).toBeGreaterThan(0);
  });

  it('contains the active session', async () => {
    const agent = await scriptedAgent(home, ANSWERS);
    const { sessions, journals } = await window(agent);
    const [one, two] = [sessions.create('scripted'), sessions.create('scripted')];
    await Promise.all([one.send(textDraft('One')), two.send(textDraft('Two'))]);
    sessions.setActive(one);
    await journals.flush();
    expect(JSON.parse(await readFile(join(home, 'open.json'), 'utf8'))).toEqual({
      open: [one.id, two.id],
      front: one.id,
      awake: [one.id, two.id],
    });
  });
});
