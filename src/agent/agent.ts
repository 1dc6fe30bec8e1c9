import * as acp from '@agentclientprotocol/sdk';
import { afterCrash, recentCrashes } from '../core/catalog/restartPolicy.ts';
import { messageOf, UserError } from '../core/errors.ts';
import { Emitter, type Event } from '../core/event.ts';
import type { Disposable } from '../core/lifetime.ts';
import type { SignInOffer } from '../core/session/signIn.ts';
import { agentRequests } from './agentRequests.ts';
import { connect } from './connection.ts';
import { DEADLINES, unlessAborted, withDeadline, type Deadlines } from './deadline.ts';
import { explained, goneFor } from './gone.ts';
import { introduce } from './introduce.ts';
import { KeyRing } from './keyRing.ts';
import type { AgentProgram, AgentSurroundings, Link } from './link.ts';
import { isRound, Noise } from './noise.ts';
import type { Hands } from './ports.ts';
import { performSignIn, repeatSignIn, type SignedIn, type SignInDesk } from './performSignIn.ts';
import { SessionEnds, type SessionEnd } from './sessionEnds.ts';
import { t } from '../core/words.ts';

export type { AgentProgram, AgentSurroundings, Link } from './link.ts';

/** The agent is gone, and whether it is to be started again by itself. */
export interface Loss {
  readonly reason: UserError;
  readonly restarts: boolean;
  /** The user asked for it. */
  readonly wanted?: boolean;
}

/** A sign-in that is to be done, and who it is for. */
export interface SignInOrder {
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** Where questions go that the agent has while it signs in. */
  readonly end: SessionEnd;
}

/** One agent program and its connection, shared by all its sessions. Starts when the first one needs it. */
export class Agent implements Disposable {
  readonly id: string;
  readonly name: string;
  readonly ends: SessionEnds;
  readonly deadlines: Deadlines;
  readonly #around: AgentSurroundings;
  readonly #keys: KeyRing;
  readonly #crashesMs: number[] = [];
  #link: Promise<Link> | undefined;
  #program: AgentProgram | undefined;
  #starting: AbortController | undefined;
  #up = false;
  #ending: Promise<unknown> | undefined;
  readonly #noted = new Emitter<string>();
  readonly #lost = new Emitter<Loss>();
  readonly #signedIn = new Emitter<SignedIn>();
  /** Lines for this agent's output channel. */
  readonly onDidNote: Event<string> = this.#noted.event;
  readonly onDidLose: Event<Loss> = this.#lost.event;
  /** The user has signed in; `fresh`: the program has been stopped for it and starts anew. */
  readonly onDidSignIn: Event<SignedIn> = this.#signedIn.event;

  constructor(id: string, name: string, around: AgentSurroundings) {
    this.id = id;
    this.name = name;
    this.#around = around;
    this.deadlines = around.deadlines ?? DEADLINES;
    this.#keys = new KeyRing(around.hands.secrets, id);
    this.ends = new SessionEnds(count => this.#noteDropped(count));
  }

  get hands(): Hands {
    return this.#around.hands;
  }

  /** The connection; starts the program if it is not running. */
  link(cwd: string): Promise<Link> {
    this.#link ??= this.#begin(cwd);
    return this.#link;
  }

  /** Signs in by one of the offered ways. All sessions that wait for it go on. */
  async signIn(offer: SignInOffer, order: SignInOrder): Promise<void> {
    const link = await this.link(order.cwd);
    const signedIn = await this.ends.asking(order.end, () =>
      explained(link, performSignIn(offer, this.#desk(link, order))),
    );
    if (signedIn === 'fresh') {
      await this.stop();
    }
    this.#signedIn.fire(signedIn);
  }

  /** Signs in with a key the user gave earlier. Answers whether there was one. */
  async signInAgain(link: Link, order: SignInOrder): Promise<boolean> {
    for (const offer of link.offers) {
      if (await repeatSignIn(offer, this.#desk(link, order))) {
        return true;
      }
    }
    return false;
  }

  /** Ends the user's sign-in with the agent, and forgets the keys kept for it. */
  async signOut(cwd: string): Promise<void> {
    const link = await this.link(cwd);
    const hadKeys = await this.#keys.clear();
    if (link.abilities.logout) {
      await withDeadline(
        explained(link, link.connection.agent.request(acp.methods.agent.logout, {})),
        this.deadlines.controlMs,
        t('{0} did not answer to the sign-out.', this.name),
      );
    } else if (!hadKeys) {
      throw new UserError(
        t('{0} offers no way to sign out. Use its own command for it.', this.name),
      );
    }
  }

  /** Whether the program runs and has introduced itself. */
  get isUp(): boolean {
    return this.#up;
  }

  /** Ends the program at the user's wish: it stays down until somebody starts it again. */
  async halt(): Promise<void> {
    await this.stop();
    const reason = new UserError(t('{0} was stopped.', this.name));
    this.#lost.fire({ reason, restarts: false, wanted: true });
  }

  /** Ends the program. Sessions are not told: whoever stops an agent knows it. */
  async stop(): Promise<void> {
    this.#starting?.abort();
    const program = this.#program;
    this.#program = undefined;
    this.#link = undefined;
    this.#up = false;
    const ending = Promise.all([this.#ending, program?.stop()]);
    // The next one waits for it; whoever stops this one hears of it.
    this.#ending = ending.catch(() => undefined);
    await ending;
  }

  /** Puts a line into this agent's output channel. */
  note(line: string): void {
    this.#noted.fire(line);
  }

  dispose(): void {
    this.#around.log.info(`${this.name}: stopping`);
    this.#lost.dispose();
    this.#signedIn.dispose();
    this.stop().catch((error: unknown) => this.#around.log.error(messageOf(error)));
  }

  #begin(cwd: string): Promise<Link> {
    const link = this.#start(cwd);
    link.catch(() => {
      if (this.#link === link) {
        this.#link = undefined; // The next one who needs it tries again.
      }
    });
    return link;
  }

  async #start(cwd: string): Promise<Link> {
    const starting = new AbortController();
    this.#starting = starting;
    await this.#ending; // What is left of the last one must not meet the next one.
    const program = await this.#launched(cwd, starting.signal);
    this.#program = program;
    const parts = this.#connect(program);
    try {
      const link = await introduce(parts, {
        agentName: this.name,
        clientVersion: this.#around.clientVersion,
        hands: this.hands,
        withinMs: program.mayDownload ? this.deadlines.downloadMs : this.deadlines.initializeMs,
        deadlines: this.deadlines,
        stopped: starting.signal,
      });
      this.#up = true;
      void this.#watch(program, link.gone);
      return link;
    } catch (error) {
      if (this.#program === program) {
        this.#program = undefined;
      }
      await program.stop();
      throw error;
    }
  }

  /** The program; a start that was given up meanwhile waits for nothing, and what still comes of it is ended. */
  async #launched(cwd: string, signal: AbortSignal): Promise<AgentProgram> {
    const launching = this.#storedVariables().then(env => {
      signal.throwIfAborted();
      return this.#around.launch(cwd, signal, env);
    });
    const program = await unlessAborted(launching, signal).catch((error: unknown) => {
      if (!signal.aborted) {
        throw error;
      }
    });
    if (!program || signal.aborted) {
      void launching.then(late => late.stop()).catch(() => {}); // Nobody waits for it any more.
      throw new UserError(t('{0} was stopped.', this.name));
    }
    return program;
  }

  /** The keys that the agent reads from its environment. One that needs none starts without them. */
  async #storedVariables(): Promise<Readonly<Record<string, string>>> {
    try {
      return (await this.#keys.read()).variables;
    } catch (error) {
      this.note(t('The keys kept for it could not be read: {0}', messageOf(error)));
      return {};
    }
  }

  #connect(program: AgentProgram): Pick<Link, 'connection' | 'gone'> {
    let end: ((error?: Error) => void) | undefined;
    const output = new Promise<Error | undefined>(resolve => {
      end = resolve;
    });
    const noise = new Noise(this.#noted);
    const taps = {
      passed: (direction: 'in' | 'out', message: acp.AnyMessage) =>
        this.#around.traffic?.(direction, message),
      noise: (line: string) => noise.hear(line),
      stalled: () => this.#noteStalled(),
      stallMs: this.deadlines.stallMs,
      ended: (error?: Error) => end?.(error),
    };
    return {
      connection: connect(program, taps, agentRequests(this.ends, this.#around.hands)),
      gone: goneFor(this.name, program, output),
    };
  }

  /** Looks after an agent that has come up. One that never did is not started again by itself. */
  async #watch(program: AgentProgram, gone: Promise<UserError>): Promise<void> {
    const reason = await gone;
    if (this.#program !== program) {
      return; // We stopped it ourselves.
    }
    this.#program = undefined;
    this.#link = undefined;
    this.#up = false;
    this.#ending = program
      .stop()
      .catch((error: unknown) => this.#around.log.error(messageOf(error)));
    const nowMs = Date.now();
    this.#crashesMs.push(nowMs);
    const decision = afterCrash(this.#crashesMs, nowMs);
    this.#crashesMs.splice(0, Infinity, ...recentCrashes(this.#crashesMs, nowMs));
    this.#lost.fire({ reason, restarts: decision === 'restart' });
  }

  #desk({ connection }: Link, { cwd, signal }: SignInOrder): SignInDesk {
    const { hands, recipe } = this.#around;
    return {
      agentName: this.name,
      connection,
      keys: this.#keys,
      secrets: hands.secrets,
      terminal: hands.signInTerminal,
      recipe,
      cwd,
      signal,
    };
  }

  #noteDropped(count: number): void {
    if (isRound(count)) {
      this.#noted.fire(`${count} updates for sessions that are closed or unknown were dropped.`);
    }
  }

  #noteStalled(): void {
    const words = t(
      '{0} does not read what it is sent. It may be stuck; "Restart Agent" helps.',
      this.name,
    );
    this.#noted.fire(words);
    for (const end of this.ends.all()) {
      end.note('warning', words);
    }
  }
}
