import * as acp from '@agentclientprotocol/sdk';
import { setTimeout as delay } from 'node:timers/promises';
import type { Agent } from './agent.ts';
import { withDeadline } from './deadline.ts';
import { understood } from './agentHabits.ts';
import { explained } from './gone.ts';
import type { Link } from './link.ts';
import { openOnWire, type Opened, type Start } from './openSession.ts';
import type { SessionEnd } from './sessionEnds.ts';
import { t } from '../core/words.ts';

/** A history that never ends is live talk after all. */
const QUIET_ROUNDS = 200;

/** What a line is made of. */
export interface LineParts {
  readonly agent: Agent;
  readonly roots: readonly string[];
  readonly start: Start;
  readonly end: SessionEnd;
  mcpServers(): Promise<readonly acp.McpServer[]>;
  /** Told before anything else that came with the opening is heard. */
  opened(opened: Opened, link: Link): void;
  /** The agent is about to tell all that was said, from its beginning. */
  toldAnew(): void;
  /** An update that tells what we know already: only what it says about the session's state is of use. */
  known(update: acp.SessionUpdate): void;
}

/** A session's line to its agent: it is opened, breaks, and is taken up again. */
export class Line {
  readonly #parts: LineParts;
  readonly #end: SessionEnd;
  #start: Start;
  #link: Link | undefined;
  #history: 'shown' | 'known' | undefined;
  #heard = 0;
  /** The session whose history we wait for. */
  #expected: string | undefined;
  #closed: Promise<unknown> = Promise.resolve();

  constructor(parts: LineParts) {
    this.#parts = parts;
    this.#start = parts.start;
    this.#end = {
      ...parts.end,
      update: update => this.#hear(update),
      unknownUpdate: update => {
        if (this.#history !== 'known') {
          parts.end.unknownUpdate(update);
        }
      },
    };
  }

  /** The connection, while the line is up. */
  get link(): Link | undefined {
    return this.#link;
  }

  /** The agent's id of this session, once it has one. */
  get wireId(): string | undefined {
    return this.#start.kind === 'takeUp' ? this.#start.wireId : undefined;
  }

  get end(): SessionEnd {
    return this.#end;
  }

  /** Starts the agent if need be, and opens the session or takes it up again. */
  async open(signal: AbortSignal): Promise<Opened> {
    const { agent, roots } = this.#parts;
    const link = await agent.link(roots[0] ?? '');
    const opened = await agent.ends.asking(this.#end, () => this.#open(link, signal));
    if (this.#history !== undefined) {
      await this.#quiet(link.deadlines.quietMs);
      this.#history = undefined;
    }
    return opened;
  }

  /** The line broke. */
  drop(): void {
    this.#link = undefined;
    this.#history = undefined;
  }

  async prompt(prompt: readonly acp.ContentBlock[]): Promise<unknown> {
    const { link, sessionId } = this.#up();
    return explained(
      link,
      link.connection.agent.request(acp.methods.agent.session.prompt, {
        sessionId,
        prompt: [...understood(prompt, link.abilities.name)],
      }),
    );
  }

  cancel(): void {
    if (this.#link && this.wireId !== undefined) {
      const { sessionId } = this.#up();
      void this.#link.connection.agent.notify(acp.methods.agent.session.cancel, { sessionId });
    }
  }

  /** Ends the session with the agent, if the agent wants to be told. */
  close(): void {
    const wireId = this.wireId ?? this.#expected;
    if (wireId === undefined) {
      return;
    }
    this.#parts.agent.ends.detach(wireId);
    if (this.#link?.abilities.close) {
      const { connection, deadlines } = this.#link;
      const { close } = acp.methods.agent.session;
      const answer = connection.agent.request(close, { sessionId: wireId });
      // The session is over for us, whatever the agent answers.
      this.#closed = withDeadline(answer, deadlines.controlMs, close).catch(() => {});
    }
    this.#link = undefined;
  }

  /** Settles when the agent has closed the session, as far as it wants to be told. */
  get closed(): Promise<unknown> {
    return this.#closed;
  }

  async #open(link: Link, signal: AbortSignal): Promise<Opened> {
    const { agent, roots } = this.#parts;
    const opening = {
      start: this.#start,
      roots,
      agentName: agent.name,
      mcpServers: await this.#parts.mcpServers(),
      signal,
      expect: (wireId: string, history: 'shown' | 'known') => {
        this.#history = history;
        this.#expected = wireId;
        if (history === 'shown') {
          this.#parts.toldAnew();
        }
        this.#parts.agent.ends.attach(wireId, this.#end);
      },
    };
    const opened = await explained(link, openOnWire(link, opening));
    signal.throwIfAborted();
    this.#take(opened, link);
    return opened;
  }

  #take(opened: Opened, link: Link): void {
    const before = this.wireId;
    if (before !== undefined && before !== opened.wireId) {
      this.#parts.agent.ends.detach(before);
    }
    if (opened.how !== 'loaded') {
      this.#history = undefined;
    }
    this.#link = link;
    this.#start = { kind: 'takeUp', wireId: opened.wireId };
    this.#parts.opened(opened, link);
    this.#parts.agent.ends.attach(opened.wireId, this.#end);
  }

  #hear(update: acp.SessionUpdate): void {
    this.#heard += 1;
    if (this.#history === 'known') {
      this.#parts.known(update);
    } else {
      this.#parts.end.update(update);
    }
  }

  /** Some agents answer first and tell the history afterwards: it is over when nothing more comes. */
  async #quiet(quietMs: number): Promise<void> {
    for (let round = 0, heard = -1; heard !== this.#heard && round < QUIET_ROUNDS; round += 1) {
      heard = this.#heard;
      await delay(quietMs);
    }
  }

  #up(): { readonly link: Link; readonly sessionId: string } {
    if (!this.#link || this.wireId === undefined) {
      throw new Error(t('The session is not open.'));
    }
    return { link: this.#link, sessionId: this.wireId };
  }
}
