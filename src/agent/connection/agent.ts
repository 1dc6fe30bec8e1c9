import * as acp from '@agentclientprotocol/sdk';
import { getCrashAction, recentCrashes } from '../../core/catalog/restartPolicy.ts';
import { getErrorMessage, UserError } from '../../core/errors.ts';
import { Emitter, type Event } from '../../core/event.ts';
import type { Disposable } from '../../core/disposableStore.ts';
import type { AgentSignInMethod } from '../../core/session/wire/signInMethods.ts';
import { createIncomingRequests } from './agentRequests.ts';
import { connectAgent } from './connectAgent.ts';
import { DEADLINES, raceCancellation, withDeadline, type Deadlines } from './deadlines.ts';
import { withDisconnectReason, disconnectReason } from './disconnectReason.ts';
import { initialize } from './initialize.ts';
import { AgentKeys } from '../authentication/agentKeys.ts';
import type { AgentConnection } from './agentConnection.ts';
import type { AgentProgram } from './agentProgram.ts';
import { isPowerOfTen, StrayOutput } from './strayOutput.ts';
import type { Logger } from '../../core/logger.ts';
import type { LaunchConfig } from '../process/launchConfig.ts';
import type { ClientRequests } from '../requests/clientRequests.ts';
import {
  performSignIn,
  signInWithStoredKey,
  type SignInResult,
  type SignInContext,
} from '../authentication/performSignIn.ts';
import { SessionRouter } from '../requests/sessionRouter.ts';
import type { SessionEndpoint } from '../requests/sessionEndpoint.ts';
import { t } from '../../core/l10n.ts';

/** What an agent needs around it. */
export interface AgentOptions {
  readonly clientRequests: ClientRequests;
  readonly logger: Logger;
  readonly clientVersion: string;
  /** How the user starts it; a sign-in in a terminal starts the same program. */
  readonly launchConfig?: () => Promise<LaunchConfig>;
  readonly deadlines?: Deadlines;
  /** Sees every message that passes. */
  readonly onMessage?: (direction: 'in' | 'out', message: acp.AnyMessage) => void;
  /** Starts the program. `env` holds keys of the user's that this agent reads from its environment. */
  launch(
    cwd: string,
    signal: AbortSignal,
    env: Readonly<Record<string, string>>,
  ): Promise<AgentProgram>;
}

/** The agent is gone, and whether it is to be started again by itself. */
export interface AgentDisconnect {
  readonly reason: UserError;
  readonly willRestart: boolean;
  /** The user asked for it. */
  readonly requested?: boolean;
}

/** A sign-in that is to be done, and who it is for. */
export interface SignInRequest {
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** Where questions go that the agent has while it signs in. */
  readonly endpoint: SessionEndpoint;
}

/** One agent program and its connection, shared by all its sessions. Starts when the first one needs it. */
export class Agent implements Disposable {
  readonly id: string;
  readonly name: string;
  readonly router: SessionRouter;
  readonly deadlines: Deadlines;
  readonly #around: AgentOptions;
  readonly #keys: AgentKeys;
  readonly #crashesMs: number[] = [];
  #link: Promise<AgentConnection> | undefined;
  #program: AgentProgram | undefined;
  #starting: AbortController | undefined;
  #up = false;
  #ending: Promise<unknown> | undefined;
  readonly #noted = new Emitter<string>();
  readonly #lost = new Emitter<AgentDisconnect>();
  readonly #signedIn = new Emitter<SignInResult>();
  /** Lines for this agent's output channel. */
  readonly onDidLog: Event<string> = this.#noted.event;
  readonly onDidDisconnect: Event<AgentDisconnect> = this.#lost.event;
  /** The user has signed in; `fresh`: the program has been stopped for it and starts anew. */
  readonly onDidSignIn: Event<SignInResult> = this.#signedIn.event;

  constructor(id: string, name: string, around: AgentOptions) {
    this.id = id;
    this.name = name;
    this.#around = around;
    this.deadlines = around.deadlines ?? DEADLINES;
    this.#keys = new AgentKeys(around.clientRequests.secrets, id);
    this.router = new SessionRouter(count => this.#noteDropped(count));
  }

  get clientRequests(): ClientRequests {
    return this.#around.clientRequests;
  }

  /** The connection; starts the program if it is not running. */
  connect(cwd: string): Promise<AgentConnection> {
    this.#link ??= this.#begin(cwd);
    return this.#link;
  }

  /** Signs in by one of the offered ways. All sessions that wait for it go on. */
  async signIn(offer: AgentSignInMethod, order: SignInRequest): Promise<void> {
    const link = await this.connect(order.cwd);
    const signedIn = await this.router.whileOpening(order.endpoint, () =>
      withDisconnectReason(link, performSignIn(offer, this.#desk(link, order))),
    );
    if (signedIn === 'fresh') {
      await this.stop();
    }
    this.#signedIn.fire(signedIn);
  }

  /** Signs in with a key the user gave earlier. Answers whether there was one. */
  async signInWithStoredKey(link: AgentConnection, order: SignInRequest): Promise<boolean> {
    for (const offer of link.signInOffers) {
      if (await signInWithStoredKey(offer, this.#desk(link, order))) {
        return true;
      }
    }
    return false;
  }

  /** Ends the user's sign-in with the agent, and forgets the keys kept for it. */
  async signOut(cwd: string): Promise<void> {
    const link = await this.connect(cwd);
    const hadKeys = await this.#keys.delete();
    if (link.capabilities.logout) {
      await withDeadline(
        withDisconnectReason(link, link.client.agent.request(acp.methods.agent.logout, {})),
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
  get isRunning(): boolean {
    return this.#up;
  }

  /** Ends the program at the user's wish: it stays down until somebody starts it again. */
  async stopAndNotify(): Promise<void> {
    await this.stop();
    const reason = new UserError(t('{0} was stopped.', this.name));
    this.#lost.fire({ reason, willRestart: false, requested: true });
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
  log(line: string): void {
    this.#noted.fire(line);
  }

  dispose(): void {
    this.#around.logger.info(`${this.name}: stopping`);
    this.#lost.dispose();
    this.#signedIn.dispose();
    this.stop().catch((error: unknown) => this.#around.logger.error(getErrorMessage(error)));
  }

  #begin(cwd: string): Promise<AgentConnection> {
    const link = this.#start(cwd);
    link.catch(() => {
      if (this.#link === link) {
        this.#link = undefined; // The next one who needs it tries again.
      }
    });
    return link;
  }

  async #start(cwd: string): Promise<AgentConnection> {
    const starting = new AbortController();
    this.#starting = starting;
    await this.#ending; // What is left of the last one must not meet the next one.
    const program = await this.#launched(cwd, starting.signal);
    this.#program = program;
    const parts = this.#connect(program);
    try {
      const link = await initialize(parts, {
        agentName: this.name,
        clientVersion: this.#around.clientVersion,
        clientRequests: this.clientRequests,
        timeoutMs: program.mayDownload ? this.deadlines.downloadMs : this.deadlines.initializeMs,
        deadlines: this.deadlines,
        signal: starting.signal,
      });
      this.#up = true;
      void this.#watch(program, link.disconnected);
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
    const program = await raceCancellation(launching, signal).catch((error: unknown) => {
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
      this.log(t('The keys kept for it could not be read: {0}', getErrorMessage(error)));
      return {};
    }
  }

  #connect(program: AgentProgram): Pick<AgentConnection, 'client' | 'disconnected'> {
    let end: ((error?: Error) => void) | undefined;
    const output = new Promise<Error | undefined>(resolve => {
      end = resolve;
    });
    const noise = new StrayOutput(this.#noted);
    const taps = {
      onMessage: (direction: 'in' | 'out', message: acp.AnyMessage) =>
        this.#around.onMessage?.(direction, message),
      onStrayOutput: (line: string) => noise.add(line),
      onStall: () => this.#noteStalled(),
      stallMs: this.deadlines.stallMs,
      onEnd: (error?: Error) => end?.(error),
    };
    return {
      client: connectAgent(
        program,
        taps,
        createIncomingRequests(this.router, this.#around.clientRequests),
      ),
      disconnected: disconnectReason(this.name, program, output),
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
      .catch((error: unknown) => this.#around.logger.error(getErrorMessage(error)));
    const nowMs = Date.now();
    this.#crashesMs.push(nowMs);
    const decision = getCrashAction(this.#crashesMs, nowMs);
    this.#crashesMs.splice(0, Infinity, ...recentCrashes(this.#crashesMs, nowMs));
    this.#lost.fire({ reason, willRestart: decision === 'restart' });
  }

  #desk({ client: connection }: AgentConnection, { cwd, signal }: SignInRequest): SignInContext {
    const { clientRequests: hands, launchConfig: recipe } = this.#around;
    return {
      agentName: this.name,
      connection,
      keys: this.#keys,
      secrets: hands.secrets,
      terminal: hands.signInTerminal,
      launchConfig: recipe,
      cwd,
      signal,
    };
  }

  #noteDropped(count: number): void {
    if (isPowerOfTen(count)) {
      this.#noted.fire(`${count} updates for sessions that are closed or unknown were dropped.`);
    }
  }

  #noteStalled(): void {
    const words = t(
      '{0} does not read what it is sent. It may be stuck; "Restart Agent" helps.',
      this.name,
    );
    this.#noted.fire(words);
    for (const end of this.router.endpoints()) {
      end.addNotice('warning', words);
    }
  }
}
