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
  async shows(): Promise<readonly StoredSessionFeature[]> {
    const { agent, wireId } = this.#run.session;
    const { capabilities: abilities } = await agent.connect(this.#fixture.root);
    if (abilities.list) {
      expect(await this.#listed()).toContain(wireId);
    }
    if (abilities.resume || (abilities.load && !this.#fixture.agent.quirks?.forgetsWithinMinute)) {
      await this.#takesUp();
    }
    if (abilities.load) {
      await this.#loads();
    }
    expect(this.#run.session.wireId).toBe(wireId);
    await this.#partsWith(abilities);
    const worked = STORED_SESSION_FEATURES.filter(name => this.#worked(METHODS[name]));
    expect(worked).toEqual(STORED_SESSION_FEATURES.filter(name => abilities[name]));
    return worked;
  }

  async #takesUp(): Promise<void> {
    const { session } = this.#run;
    await this.#fixture.sessions.restart(session);
    await this.#run.meet(session);
    await this.#run.tell('Taken up again.');
    expect(this.#run.modelSaw()).toContain('Still here.');
  }

  async #loads(): Promise<void> {
    const { sessions, agent } = this.#fixture;
    const { session } = this.#run;
    sessions.close(session);
    await session.agent.stop();
    await this.#run.meet(sessions.load(agent.id, session.wireId ?? ''));
    await waitUntil(() => agentText(this.#run.session).includes('Still here.'), STEP_MS);
    await this.#run.tell('Loaded.');
    expect(this.#run.modelSaw()).toContain('Still here.');
  }

  /** Closes and deletes a fork or, if the agent cannot fork, a new session. The first session stays. */
  async #partsWith({ fork, close, remove, list }: AgentCapabilities): Promise<void> {
    const { session } = this.#run;
    const { sessions, agent } = this.#fixture;
    if (!fork && !close && !remove) {
      return;
    }
    const other = fork ? await this.#copied(session) : await this.#another();
    if (remove) {
      await sessions.deleteOnAgent(agent.id, other.wireId ?? '');
    } else {
      sessions.close(other);
      await other.whenClosed;
    }
    if (remove && list) {
      await this.#forgot(other);
      expect(await this.#listed()).toContain(session.wireId);
    }
    await this.#run.meet(session);
    await this.#run.tell('Stayed.');
  }

  /** On a busy machine, a program of Claude's may write a deleted session again after we have checked. */
  async #forgot({ wireId = '' }: Session): Promise<void> {
    while ((await this.#listed()).includes(wireId)) {
      await this.#fixture.sessions.deleteOnAgent(this.#fixture.agent.id, wireId);
    }
  }

  async #copied(session: Session): Promise<Session> {
    const copy = this.#fixture.sessions.fork(session);
    await this.#run.meet(copy);
    expect(copy.wireId).not.toBe(session.wireId);
    await this.#run.tell('In the copy.');
    expect(this.#run.modelSaw()).toContain('Still here.');
    return copy;
  }

  async #another(): Promise<Session> {
    const other = this.#fixture.begin();
    await this.#run.meet(other);
    await this.#run.tell('In another one.');
    return other;
  }

  async #listed(): Promise<readonly string[]> {
    const listed = await this.#fixture.sessions.listOnAgent(this.#fixture.agent.id);
    return listed.map(({ wireId }) => wireId);
  }

  #worked(method: string): boolean {
    return this.#answers(method).some(({ failed }) => !failed);
  }

  /**
   * Each process of the agent numbers its requests anew, so a response is the next message with the id of its request.
   */
  #answers(method: string): RealAgentFixture['passages'] {
    const { passages } = this.#fixture;
    return passages.flatMap((asked, index) =>
      asked.direction === 'out' && asked.method === method
        ? passages.slice(index).filter(isAnswerTo(asked.id)).slice(0, 1)
        : [],
    );
  }
}

const isAnswerTo =
  (wanted: unknown) =>
  ({ direction, method, id }: RealAgentFixture['passages'][number]): boolean =>
    direction === 'in' && method === undefined && id === wanted;
