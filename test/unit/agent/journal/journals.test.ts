import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JournalFolder } from '../../../../src/agent/journal/journalFolder.ts';
import { Journals } from '../../../../src/agent/journal/journals.ts';
import type { Session } from '../../../../src/agent/session.ts';
import type { Sessions } from '../../../../src/agent/sessions.ts';
import type { Scenario } from '../../../fakes/scenario.ts';
import { scriptedAgent, type ScriptedAgent } from '../../../fakes/scriptedAgent.ts';
import { outline, says, SessionStage, until } from '../../../fakes/sessionStage.ts';
import { on, step, turn } from '../../../fakes/step.ts';

let stage: SessionStage;
let home: string;
let lives: Life[];

beforeEach(async () => {
  lives = [];
  stage = await SessionStage.open();
  home = await mkdtemp(join(tmpdir(), 'accord-journals-'));
});
afterEach(async () => {
  await Promise.all(lives.map(({ journals }) => journals.close()));
  await stage.close();
  await rm(home, { recursive: true, force: true });
});

/** One life of a window. */
interface Life {
  readonly sessions: Sessions;
  readonly journals: Journals;
}

/** Opens a window on the same workspace; what stood open is there again. */
async function window(agent: ScriptedAgent): Promise<Life> {
  const folder = new JournalFolder(home);
  await folder.prepare();
  const journals = new Journals(folder, error => {
    throw error;
  });
  const sessions = stage.start(
    { name: 'Scripted', ...agent.launch },
    { turns: { begins: () => journals.flush(), ends: () => Promise.resolve() } },
  );
  const { records } = await journals.opened();
  journals.follow(sessions);
  records.forEach(record => sessions.restore(record));
  const life = { sessions, journals };
  lives.push(life);
  return life;
}

async function close({ sessions, journals }: Life): Promise<void> {
  await journals.close();
  await sessions.stopAgents();
  sessions.dispose();
}

/** The window is gone without a word: whatever is not on the disk by now is lost. */
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
  it('is on the disk a moment after it happened, without being asked for', async () => {
    const agent = await scriptedAgent(home, ANSWERS);
    const { sessions, journals } = await window(agent);
    const session = sessions.create('scripted');
    await session.send(says('Where is it?'));
    const entries = session.conversation.transcript.entries.length;
    let written: Awaited<ReturnType<JournalFolder['read']>>;
    await expect
      .poll(async () => {
        written = await journals.folder.read(session.id);
        return written?.transcript.entries.length;
      })
      .toBe(entries);
    expect(written?.transcript).toEqual(session.conversation.transcript);
    expect(written?.kept.wireId).toBe('session-1');
  });

  it('is not written down before there is something to remember', async () => {
    const agent = await scriptedAgent(home, ANSWERS);
    const { sessions, journals } = await window(agent);
    const session = sessions.create('scripted');
    await until(() => session.conversation.state.status.kind === 'idle');
    await journals.flush();
    expect(await journals.folder.list()).toEqual([]);
  });

  it('is there again after the window was reloaded, before the agent has started', async () => {
    const agent = await scriptedAgent(home, ANSWERS);
    const before = await window(agent);
    const first = before.sessions.create('scripted');
    await first.send(says('Where is it?'));
    const { transcript } = first.conversation;
    await close(before);

    const after = await window(agent);
    const session = only(after.sessions);
    expect(session.id).toBe(first.id);
    expect(session.conversation.transcript).toEqual(transcript);
    expect(session.conversation.state).toMatchObject({ status: { kind: 'idle' }, queue: [] });
    expect(await agent.noted('started')).toHaveLength(1);

    await session.send(says('And now?'));
    expect(await agent.received('session/resume')).toMatchObject([
      { params: { sessionId: 'session-1' } },
    ]);
    expect(await agent.received('session/prompt')).toHaveLength(2);
    expect(outline(session).slice(-4)).toEqual([
      'user: And now?',
      'thought: Hm.',
      'agent: Here it is.',
      'end: end_turn',
    ]);
    await after.journals.flush();
    expect((await after.journals.folder.read(session.id))?.transcript).toEqual(
      session.conversation.transcript,
    );
  });

  it('goes on in a new session, and says so, where the agent can take up nothing', async () => {
    const agent = await scriptedAgent(home, {
      on: [turn(step.say('Yes.'), step.stop('end_turn'))],
    });
    const before = await window(agent);
    await before.sessions.create('scripted').send(says('One?'));
    await close(before);
    const after = await window(agent);
    const session = only(after.sessions);
    await session.send(says('Two?'));
    expect(session.conversation.transcript.entries[3]).toMatchObject({
      actions: ['addConversation'],
    });
    expect(outline(session)).toEqual([
      'user: One?',
      'agent: Yes.',
      'end: end_turn',
      expect.stringMatching(/^notice: .*could not take the conversation up again/),
      'user: Two?',
      'agent: Yes.',
      'end: end_turn',
    ]);
  });

  it('comes to rest when the window went away in the middle of a turn; its prompt is sent once', async () => {
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
    void first.send(says('Work!'));
    void first.send(says('And more.'));
    await until(() => first.waitsForUser);
    await before.journals.flush();
    await crash(before);

    const after = await window(agent);
    const session = only(after.sessions);
    expect(outline(session)).toEqual([
      'user: Work!',
      'agent: I begin.',
      'tool: Long work (cancelled)',
      'permission: Long work (cancelled)',
      'notice: The window was closed while Scripted was at work.',
      'end: failed',
    ]);
    expect(session.conversation.state.queue.map(({ draft }) => draft)).toEqual([says('And more.')]);
    expect(await agent.received('session/prompt')).toHaveLength(1);

    session.sendNow(session.conversation.state.queue[0]?.id ?? '');
    await until(() => outline(session).at(-1) === 'end: end_turn');
    expect(await agent.received('session/prompt')).toMatchObject([
      { params: { prompt: [{ text: 'Work!' }] } },
      { params: { prompt: [{ text: 'And more.' }] } },
    ]);
  });

  it('has its prompt on the disk before the agent gets it, so that it cannot go out twice', async () => {
    const agent = await scriptedAgent(home, { on: [turn(step.ignore)] });
    const before = await window(agent);
    const first = before.sessions.create('scripted');
    void first.send(says('Once.'));
    await agent.waitForReceived('session/prompt');
    await crash(before); // Not flushed: only what was written ahead is there.

    const session = only((await window(agent)).sessions);
    expect(outline(session)[0]).toBe('user: Once.');
    expect(session.conversation.state.queue).toEqual([]);
  });

  it('that the user closed stays closed, and is kept', async () => {
    const agent = await scriptedAgent(home, ANSWERS);
    const before = await window(agent);
    const closed = before.sessions.create('scripted');
    await closed.send(says('One'));
    const { transcript } = closed.conversation;
    const kept = before.sessions.create('scripted');
    await kept.send(says('Two'));
    before.sessions.close(closed);
    await close(before);
    const after = await window(agent);
    expect(only(after.sessions).id).toBe(kept.id);
    expect((await after.journals.folder.read(closed.id))?.transcript).toEqual(transcript);
  });

  it('keeps its name and pin, open or not', async () => {
    const agent = await scriptedAgent(home, ANSWERS);
    const before = await window(agent);
    const session = before.sessions.create('scripted');
    await session.send(says('One'));
    await before.journals.mark(session.id, { name: 'My own name' });
    before.sessions.close(session);
    await before.journals.mark(session.id, { pinned: true });
    expect((await before.journals.folder.read(session.id))?.marks).toEqual({
      name: 'My own name',
      pinned: true,
    });
  });

  it('has the name its user gave it after a reload, whichever way it was given', async () => {
    const agent = await scriptedAgent(home, ANSWERS);
    const before = await window(agent);
    const [first, second] = ['One', 'Two'].map(() => before.sessions.create('scripted'));
    first?.rename('  By its tab ');
    await Promise.all([first?.send(says('One')), second?.send(says('Two'))]);
    await before.journals.mark(second?.id ?? '', { name: 'By the history' });
    expect(second?.conversation.state.name).toBe('By the history');
    await close(before);
    const after = await window(agent);
    expect(after.sessions.all.map(({ conversation }) => conversation.state.name)).toEqual([
      'By its tab',
      'By the history',
    ]);
  });

  it('that is forgotten is gone from the list, but not from the disk at once', async () => {
    const agent = await scriptedAgent(home, ANSWERS);
    const { sessions, journals } = await window(agent);
    const session = sessions.create('scripted');
    await session.send(says('One'));
    sessions.close(session);
    await journals.forget(session.id);
    await journals.flush();
    expect(await journals.folder.list()).toEqual([]);
    expect((await readdir(home)).filter(name => name.includes(session.id))).toEqual([
      `${session.id}.ndjson.deleted`,
    ]);
  });
});

describe('the list of open sessions', () => {
  it.each(['', '{', '[]', '{"open":[7,"../../etc/passwd","gone"],"front":{}}'])(
    'may be damaged: %s',
    async text => {
      await writeFile(join(home, 'open.json'), text);
      const agent = await scriptedAgent(home, ANSWERS);
      const { sessions } = await window(agent);
      expect(sessions.all).toEqual([]);
    },
  );

  it('names the one in front', async () => {
    const agent = await scriptedAgent(home, ANSWERS);
    const { sessions, journals } = await window(agent);
    const [one, two] = [sessions.create('scripted'), sessions.create('scripted')];
    await Promise.all([one.send(says('One')), two.send(says('Two'))]);
    sessions.show(one);
    await journals.flush();
    expect(JSON.parse(await readFile(join(home, 'open.json'), 'utf8'))).toEqual({
      open: [one.id, two.id],
      front: one.id,
    });
  });
});
