import * as acp from '@agentclientprotocol/sdk';
import type { Readable, Writable } from 'node:stream';
import { messageOf, UserError } from '../core/errors.ts';
import { Emitter, type Event } from '../core/event.ts';
import type { Disposable } from '../core/lifetime.ts';
import { abilitiesOf, type Abilities } from '../core/session/abilities.ts';
import { clientCapabilities } from './clientCapabilities.ts';
import { connect, type AgentRequests } from './connection.ts';
import { withDeadline } from './deadline.ts';
import { explained, goneFor } from './gone.ts';
import type { PermissionRequest } from './permissionRequest.ts';
import type { Hands, Log } from './ports.ts';

/** `initialize` may wait for a download or a cold start, but not for ever. */
const INITIALIZE_MS = 60_000;
const PROTOCOL_VERSION = 1;
/** Updates that come before we know their session: kept up to this many. */
const EARLY_UPDATES = 1_000;

/** A running agent program, seen from the protocol: two pipes and an end. */
export interface AgentProgram {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Settles when the program has ended, with what there is to say about it. */
  readonly ended: Promise<UserError>;
  stop(): Promise<void>;
}

/** What an agent needs around it. */
export interface AgentSurroundings {
  readonly hands: Hands;
  readonly log: Log;
  readonly clientVersion: string;
  /** Sees every message that passes. */
  readonly traffic?: (direction: 'in' | 'out', message: acp.AnyMessage) => void;
  launch(cwd: string, signal: AbortSignal): Promise<AgentProgram>;
}

/** A session as its agent sees it: where updates and questions go. */
export interface SessionEnd {
  update(update: acp.SessionUpdate): void;
  unknownUpdate(update: unknown): void;
  permission(
    request: PermissionRequest,
    signal: AbortSignal,
  ): Promise<acp.RequestPermissionResponse>;
  /** The agent is gone, through no wish of the user's. */
  lost(reason: UserError): void;
}

/** A live connection to an agent that has introduced itself. */
export interface Link {
  readonly connection: acp.ClientConnection;
  readonly abilities: Abilities;
  readonly authMethods: readonly acp.AuthMethod[];
  /** Settles when the agent can no longer be reached, with the reason. */
  readonly gone: Promise<UserError>;
}

/** One agent program and its connection, shared by all its sessions. Starts when the first one needs it. */
export class Agent implements Disposable {
  readonly id: string;
  readonly name: string;
  readonly #around: AgentSurroundings;
  readonly #sessions = new Map<string, SessionEnd>();
  #early: { readonly sessionId: string; readonly tell: (end: SessionEnd) => void }[] = [];
  #link: Promise<Link> | undefined;
  #program: AgentProgram | undefined;
  #starting: AbortController | undefined;
  readonly #noted = new Emitter<string>();
  /** Lines for this agent's output channel. */
  readonly onDidNote: Event<string> = this.#noted.event;

  constructor(id: string, name: string, around: AgentSurroundings) {
    this.id = id;
    this.name = name;
    this.#around = around;
  }

  get hands(): Hands {
    return this.#around.hands;
  }

  /** The connection; starts the program if it is not running. */
  link(cwd: string): Promise<Link> {
    this.#link ??= this.#start(cwd).catch((error: unknown) => {
      this.#link = undefined;
      throw error;
    });
    return this.#link;
  }

  /** From now on updates for `wireId` go to `end`; what came early goes there at once. */
  attach(wireId: string, end: SessionEnd): void {
    this.#sessions.set(wireId, end);
    const early = this.#early.filter(({ sessionId }) => sessionId === wireId);
    this.#early = this.#early.filter(({ sessionId }) => sessionId !== wireId);
    for (const { tell } of early) {
      tell(end);
    }
  }

  detach(wireId: string): void {
    this.#sessions.delete(wireId);
  }

  /** Ends the program. Sessions are not told: whoever stops an agent knows it. */
  async stop(): Promise<void> {
    this.#starting?.abort();
    const program = this.#program;
    this.#program = undefined;
    this.#link = undefined;
    await program?.stop();
  }

  dispose(): void {
    this.#sessions.clear();
    this.#around.log.info(`${this.name}: stopping`);
    this.stop().catch((error: unknown) => this.#around.log.error(messageOf(error)));
  }

  async #start(cwd: string): Promise<Link> {
    const starting = new AbortController();
    this.#starting = starting;
    const program = await this.#around.launch(cwd, starting.signal);
    if (starting.signal.aborted) {
      await program.stop();
      throw new UserError(`${this.name} was stopped.`);
    }
    this.#program = program;
    const { connection, gone } = this.#connect(program);
    void this.#watch(program, gone);
    try {
      return await this.#introduce(connection, gone, starting.signal);
    } catch (error) {
      await program.stop();
      throw error;
    }
  }

  #connect(program: AgentProgram): Pick<Link, 'connection' | 'gone'> {
    let end: ((error?: Error) => void) | undefined;
    const output = new Promise<Error | undefined>(resolve => {
      end = resolve;
    });
    const taps = {
      passed: (direction: 'in' | 'out', message: acp.AnyMessage) =>
        this.#around.traffic?.(direction, message),
      noise: (line: string) => this.#noted.fire(`[stdout] ${line}`),
      ended: (error?: Error) => end?.(error),
    };
    const { stdin, stdout } = program;
    return {
      connection: connect({ stdin, stdout, taps }, this.#requests()),
      gone: goneFor(this.name, program, output),
    };
  }

  async #introduce(
    connection: acp.ClientConnection,
    gone: Promise<UserError>,
    stopped: AbortSignal,
  ): Promise<Link> {
    const answer = connection.agent.request(acp.methods.agent.initialize, {
      protocolVersion: PROTOCOL_VERSION,
      clientCapabilities: clientCapabilities(this.#around.hands),
      clientInfo: { name: 'accord', title: 'Accord', version: this.#around.clientVersion },
    });
    const response = await withDeadline(
      Promise.race([explained({ connection, gone }, answer), abortion(stopped, this.name)]),
      INITIALIZE_MS,
      `${this.name} did not answer within ${INITIALIZE_MS / 1000} seconds. Does its command start an ACP agent? Some need a flag such as --acp.`,
    );
    const abilities = abilitiesOf(response);
    if (abilities.protocolVersion !== PROTOCOL_VERSION) {
      throw new UserError(
        `${this.name} speaks version ${abilities.protocolVersion} of the protocol; Accord speaks version ${PROTOCOL_VERSION}. Update the agent or Accord.`,
      );
    }
    return { connection, gone, abilities, authMethods: response.authMethods ?? [] };
  }

  async #watch(program: AgentProgram, gone: Promise<UserError>): Promise<void> {
    const reason = await gone;
    if (this.#program !== program) {
      return; // We stopped it ourselves.
    }
    this.#program = undefined;
    this.#link = undefined;
    for (const session of this.#sessions.values()) {
      session.lost(reason);
    }
    await program.stop();
  }

  #requests(): AgentRequests {
    return {
      hands: this.#around.hands,
      update: (sessionId, update) => this.#tell(sessionId, end => end.update(update)),
      unknownUpdate: (sessionId, update) => this.#tell(sessionId, end => end.unknownUpdate(update)),
      permission: (request, signal) => {
        const end = this.#sessions.get(request.sessionId);
        if (!end) {
          throw acp.RequestError.resourceNotFound(request.sessionId);
        }
        return end.permission(request, signal);
      },
    };
  }

  #tell(sessionId: string, tell: (end: SessionEnd) => void): void {
    const end = this.#sessions.get(sessionId);
    if (end) {
      tell(end);
    } else if (this.#early.length < EARLY_UPDATES) {
      this.#early.push({ sessionId, tell });
    }
  }
}

function abortion(signal: AbortSignal, name: string): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new UserError(`${name} was stopped.`)));
  });
}
