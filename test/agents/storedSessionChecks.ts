import { expect } from 'vitest';
import type { Session } from '../../src/agent/session/session.ts';
import type { AgentCapabilities } from '../../src/core/session/wire/agentCapabilities.ts';
import { STORED_SESSION_FEATURES, type StoredSessionFeature } from './agentTable.ts';
import type { AgentRun } from './agentRun.ts';
import type { RealAgentFixture } from './realAgentFixture.ts';
import { agentText } from './transcriptTexts.ts';
import { STEP_MS } from './timeLimits.ts';
import { waitUntil } from '../harness/waitUntil.ts';

/** The method of each operation. */
const METHODS: Readonly<Record<StoredSessionFeature, string>> = {
  list: 'session/list',
  load: 'session/load',
  resume: 'session/resume',
  fork: 'session/fork',
  close: 'session/close',
  remove: 'session/delete',
};

/** Checks the operations on stored sessions: everything that the agent advertises is tried. */
export class StoredSessionChecks {
  readonly #run: AgentRun;
  readonly #fixture: RealAgentFixture;

  constructor(run: AgentRun) {
    this.#run = run;
    this.#fixture = run.fixture;
  }

  /** Tries all operations that the agent advertises. Returns those that it did not refuse. */
  async run(): Promise<readonly StoredSessionFeature[]> {
    const { agent, wireId } = this.#run.session;
    const { capabilities: abilities } = await agent.connect(this.#fixture.root);
    if (abilities.list) {
      expect(await this.#listIds()).toContain(wireId);
    }
    if (abilities.resume || (abilities.load && !this.#fixture.agent.quirks?.forgetsWithinMinute)) {
      await this.#checkResume();
    }
    if (abilities.load) {
      await this.#checkLoad();
    }
    expect(this.#run.session.wireId).toBe(wireId);
    await this.#checkCloseAndDelete(abilities);
    const worked = STORED_SESSION_FEATURES.filter(name => this.#succeeded(name));
    expect(worked).toEqual(STORED_SESSION_FEATURES.filter(name => abilities[name]));
    return worked;
  }

  async #checkResume(): Promise<void> {
    const { session } = this.#run;
    await this.#fixture.sessions.restart(session);
    await this.#run.useSession(session);
    await this.#run.sendText('Taken up again.');
    expect(this.#run.getReceivedTexts()).toContain('Still here.');
  }

  async #checkLoad(): Promise<void> {
    const { sessions, agent } = this.#fixture;
    const { session } = this.#run;
    sessions.close(session);
    await session.agent.stop();
    await this.#run.useSession(sessions.load(agent.id, session.wireId ?? ''));
    await waitUntil(() => agentText(this.#run.session).includes('Still here.'), STEP_MS);
    await this.#run.sendText('Loaded.');
    expect(this.#run.getReceivedTexts()).toContain('Still here.');
  }

  /** Closes and deletes a fork or, if the agent cannot fork, a new session. The first session stays. */
  async #checkCloseAndDelete({ fork, close, remove, list }: AgentCapabilities): Promise<void> {
    const { session } = this.#run;
    const { sessions, agent } = this.#fixture;
    if (!fork && !close && !remove) {
      return;
    }
    const other = fork ? await this.#fork(session) : await this.#createSession();
    if (remove) {
      await sessions.deleteOnAgent(agent.id, other.wireId ?? '');
    } else {
      sessions.close(other);
      await other.whenClosed;
    }
    if (remove && list) {
      await this.#waitUntilDeleted(other);
      expect(await this.#listIds()).toContain(session.wireId);
    }
    await this.#run.useSession(session);
    await this.#run.sendText('Stayed.');
  }

  /** On a busy machine, a program of Claude's may write a deleted session again after we have checked. */
  async #waitUntilDeleted({ wireId = '' }: Session): Promise<void> {
    while ((await this.#listIds()).includes(wireId)) {
      await this.#fixture.sessions.deleteOnAgent(this.#fixture.agent.id, wireId);
    }
  }

  async #fork(session: Session): Promise<Session> {
    const copy = this.#fixture.sessions.fork(session);
    await this.#run.useSession(copy);
    expect(copy.wireId).not.toBe(session.wireId);
    await this.#run.sendText('In the copy.');
    expect(this.#run.getReceivedTexts()).toContain('Still here.');
    return copy;
  }

  async #createSession(): Promise<Session> {
    const other = this.#fixture.createSession();
    await this.#run.useSession(other);
    await this.#run.sendText('In another one.');
    return other;
  }

  async #listIds(): Promise<readonly string[]> {
    const listed = await this.#fixture.sessions.listOnAgent(this.#fixture.agent.id);
    return listed.map(({ wireId }) => wireId);
  }

  #succeeded(feature: StoredSessionFeature): boolean {
    // In version 2 of the protocol, loading is resuming with a replay.
    const isReplayed = feature === 'load' && this.#fixture.agent.protocolVersion === 2;
    const method = METHODS[isReplayed ? 'resume' : feature];
    const responses = this.#responsesTo(method, isReplayed ? '"replayFrom"' : '');
    return responses.some(({ failed }) => !failed);
  }

  /**
   * Each process of the agent numbers its requests anew, so a response is the next message with the id of its request.
   */
  #responsesTo(method: string, param: string): RealAgentFixture['passages'] {
    const { passages } = this.#fixture;
    return passages.flatMap((asked, index) =>
      asked.direction === 'out' && asked.method === method && asked.text?.includes(param)
        ? passages.slice(index).filter(isAnswerTo(asked.id)).slice(0, 1)
        : [],
    );
  }
}

const isAnswerTo =
  (wanted: unknown) =>
  ({ direction, method, id }: RealAgentFixture['passages'][number]): boolean =>
    direction === 'in' && method === undefined && id === wanted;
