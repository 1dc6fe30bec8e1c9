import * as acp from '@agentclientprotocol/sdk';
import { setTimeout as delay } from 'node:timers/promises';
import type { Agent } from '../connection/agent.ts';
import { withDeadline } from '../connection/deadlines.ts';
import { adaptPrompt } from '../../core/catalog/agentQuirks.ts';
import { withDisconnectReason } from '../connection/disconnectReason.ts';
import type { AgentConnection } from '../connection/agentConnection.ts';
import { openSession, type OpenedSession, type SessionStart } from './openSession.ts';
import type { SessionEndpoint } from '../requests/sessionEndpoint.ts';
import { t } from '../../core/l10n.ts';

/** A history that never ends is live talk after all. */
const QUIET_ROUNDS = 200;

/** What a line is made of. */
export interface SessionConnectionOptions {
  readonly agent: Agent;
  readonly roots: readonly string[];
  readonly start: SessionStart;
  readonly endpoint: SessionEndpoint;
  mcpServers(): Promise<readonly acp.McpServer[]>;
  /** Told before anything else that came with the opening is heard. */
  onDidOpen(opened: OpenedSession, link: AgentConnection): void;
  /** The agent is about to tell all that was said, from its beginning. */
  onWillReplay(): void;
  /** An update that tells what we know already: only what it says about the session's state is of use. */
  onKnownUpdate(update: acp.SessionUpdate): void;
}

/** A session's line to its agent: it is opened, breaks, and is taken up again. */
export class SessionConnection {
  readonly #parts: SessionConnectionOptions;
  readonly #end: SessionEndpoint;
  #start: SessionStart;
  #link: AgentConnection | undefined;
  #history: 'shown' | 'known' | undefined;
  #heard = 0;
  /** The session whose history we wait for. */
  #expected: string | undefined;
  #closed: Promise<unknown> = Promise.resolve();

  constructor(parts: SessionConnectionOptions) {
    this.#parts = parts;
    this.#start = parts.start;
    this.#end = {
      ...parts.endpoint,
      handleUpdate: update => this.#hear(update),
      handleUnknownUpdate: update => {
        if (this.#history !== 'known') {
          parts.endpoint.handleUnknownUpdate(update);
        }
      },
    };
  }

  /** The connection, while the line is up. */
  get agentConnection(): AgentConnection | undefined {
    return this.#link;
  }

  /** The agent's id of this session, once it has one. */
  get wireId(): string | undefined {
    return this.#start.kind === 'takeUp' ? this.#start.wireId : undefined;
  }

  get endpoint(): SessionEndpoint {
    return this.#end;
  }

  /** Starts the agent if need be, and opens the session or takes it up again. */
  async open(signal: AbortSignal): Promise<OpenedSession> {
    const { agent, roots } = this.#parts;
    const link = await agent.connect(roots[0] ?? '');
    const opened = await agent.router.whileOpening(this.#end, () => this.#open(link, signal));
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
    return withDisconnectReason(
      link,
      link.client.agent.request(acp.methods.agent.session.prompt, {
        sessionId,
        prompt: [...adaptPrompt(prompt, link.capabilities.name)],
      }),
    );
  }

  cancel(): void {
    if (this.#link && this.wireId !== undefined) {
      const { sessionId } = this.#up();
      void this.#link.client.agent.notify(acp.methods.agent.session.cancel, { sessionId });
    }
  }

  /** Ends the session with the agent, if the agent wants to be told. */
  close(): void {
    const wireId = this.wireId ?? this.#expected;
    if (wireId === undefined) {
      return;
    }
    this.#parts.agent.router.unregister(wireId);
    if (this.#link?.capabilities.close) {
      const { client: connection, deadlines } = this.#link;
      const { close } = acp.methods.agent.session;
      const answer = connection.agent.request(close, { sessionId: wireId });
      // The session is over for us, whatever the agent answers.
      this.#closed = withDeadline(answer, deadlines.controlMs, close).catch(() => {});
    }
    this.#link = undefined;
  }

  /** Settles when the agent has closed the session, as far as it wants to be told. */
  get whenClosed(): Promise<unknown> {
    return this.#closed;
  }

  async #open(link: AgentConnection, signal: AbortSignal): Promise<OpenedSession> {
    const { agent, roots } = this.#parts;
    const opening = {
      start: this.#start,
      roots,
      agentName: agent.name,
      mcpServers: await this.#parts.mcpServers(),
      signal,
      onWillReplay: (wireId: string, history: 'shown' | 'known') => {
        this.#history = history;
        this.#expected = wireId;
        if (history === 'shown') {
          this.#parts.onWillReplay();
        }
        this.#parts.agent.router.register(wireId, this.#end);
      },
    };
    const opened = await withDisconnectReason(link, openSession(link, opening));
    signal.throwIfAborted();
    this.#take(opened, link);
    return opened;
  }

  #take(opened: OpenedSession, link: AgentConnection): void {
    const before = this.wireId;
    if (before !== undefined && before !== opened.wireId) {
      this.#parts.agent.router.unregister(before);
    }
    if (opened.how !== 'loaded') {
      this.#history = undefined;
    }
    this.#link = link;
    this.#start = { kind: 'takeUp', wireId: opened.wireId };
    this.#parts.onDidOpen(opened, link);
    this.#parts.agent.router.register(opened.wireId, this.#end);
  }

  #hear(update: acp.SessionUpdate): void {
    this.#heard += 1;
    if (this.#history === 'known') {
      this.#parts.onKnownUpdate(update);
    } else {
      this.#parts.endpoint.handleUpdate(update);
    }
  }

  /** Some agents answer first and tell the history afterwards: it is over when nothing more comes. */
  async #quiet(quietMs: number): Promise<void> {
    for (let round = 0, heard = -1; heard !== this.#heard && round < QUIET_ROUNDS; round += 1) {
      heard = this.#heard;
      await delay(quietMs);
    }
  }

  #up(): { readonly link: AgentConnection; readonly sessionId: string } {
    if (!this.#link || this.wireId === undefined) {
      throw new Error(t('The session is not open.'));
    }
    return { link: this.#link, sessionId: this.wireId };
  }
}
