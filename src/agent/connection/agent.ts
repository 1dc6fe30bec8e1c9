import * as acp from '@agentclientprotocol/sdk';
import { getCrashAction, recentCrashes } from '../../core/catalog/restartPolicy.ts';
import { getErrorMessage, UserError } from '../../core/errors.ts';
import { Emitter, type Event } from '../../core/event.ts';
import type { Disposable } from '../../core/disposableStore.ts';
import type { AgentSignInMethod } from '../../core/session/wire/signInMethods.ts';
import { AgentProviders } from './agentProviders.ts';
import { connectAgent } from './connectAgent.ts';
import { DEADLINES, raceCancellation, withDeadline, type Deadlines } from './deadlines.ts';
import { withDisconnectReason, disconnectReason } from './disconnectReason.ts';
import { initialize } from './initialize.ts';
import { requestAccount } from './requestAccount.ts';
import { speakVersion2 } from '../version2/speakVersion2.ts';
import { restrictRequests } from './restrictRequests.ts';
import { AgentKeys } from '../authentication/agentKeys.ts';
import type { AgentConnection } from './agentConnection.ts';
import type { ProcessInfo } from '../process/table/processTable.ts';
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

/** How an agent is started and what the client does for it. */
export interface AgentOptions {
  readonly clientRequests: ClientRequests;
  readonly logger: Logger;
  readonly clientVersion: string;
  /** The configured command. A sign-in in a terminal starts the same program. */
  readonly launchConfig?: () => Promise<LaunchConfig>;
  readonly deadlines?: Deadlines;
  /** The newest version of the protocol that is offered to the agent, read at each start; 1 if left out. */
  readonly protocolVersion?: () => 1 | 2;
  readonly onMessage?: (direction: 'in' | 'out', message: acp.AnyMessage) => void;
  /** Starts the program. `env` contains the stored keys that this agent reads from its environment. */
  launch(
    cwd: string,
    signal: AbortSignal,
    env: Readonly<Record<string, string>>,
  ): Promise<AgentProgram>;
}

/** The connection to an agent has ended. */
export interface AgentDisconnect {
  readonly reason: UserError;
  /** The agent is restarted automatically. */
  readonly willRestart: boolean;
  /** The user stopped the agent. */
  readonly requested?: boolean;
}

/** A sign-in on behalf of a session. */
export interface SignInRequest {
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** Receives the requests that the agent sends during the sign-in. */
  readonly endpoint: SessionEndpoint;
}

/** One agent program and its connection, which all its sessions share. It is started when the first session needs it. */
export class Agent implements Disposable {
  readonly id: string;
  readonly name: string;
  readonly router: SessionRouter;
  readonly deadlines: Deadlines;
  readonly #options: AgentOptions;
  #keys: AgentKeys;
  #providers: AgentProviders;
  #clientRequests: ClientRequests;
  readonly #crashesMs: number[] = [];
  #connection: Promise<AgentConnection> | undefined;
  #program: AgentProgram | undefined;
  #starting: AbortController | undefined;
  #isRunning = false;
  #stopping: Promise<unknown> | undefined;
  readonly #didLog = new Emitter<string>();
  readonly #didDisconnect = new Emitter<AgentDisconnect>();
  readonly #didSignIn = new Emitter<SignInResult>();
  /** Lines for this agent's output channel. */
  readonly onDidLog: Event<string> = this.#didLog.event;
  readonly onDidDisconnect: Event<AgentDisconnect> = this.#didDisconnect.event;
  /** The user has signed in. With `restartRequired`, the program has been stopped for it. */
  readonly onDidSignIn: Event<SignInResult> = this.#didSignIn.event;

  constructor(id: string, name: string, options: AgentOptions) {
    this.id = id;
    this.name = name;
    this.#options = options;
    this.deadlines = options.deadlines ?? DEADLINES;
    this.#clientRequests = options.clientRequests;
    this.#keys = new AgentKeys(options.clientRequests.secrets, id);
    this.#providers = new AgentProviders(this, options.clientRequests.secrets);
    this.router = new SessionRouter(count => this.#logDroppedUpdates(count));
  }

  /** What the client does for the program that was started last. */
  get clientRequests(): ClientRequests {
    return this.#clientRequests;
  }

  /** Returns the connection. Starts the program if it is not running. */
  connect(cwd: string): Promise<AgentConnection> {
    this.#connection ??= this.#startOnce(cwd);
    return this.#connection;
  }

  /** The agent's processes on this machine, and all that they have started. */
  async listProcesses(): Promise<readonly ProcessInfo[]> {
    return (await this.#program?.listProcesses?.()) ?? [];
  }

  /** Signs in with one of the offered methods. All sessions that wait for it continue. */
  async signIn(method: AgentSignInMethod, request: SignInRequest): Promise<void> {
    const connection = await this.connect(request.cwd);
    const result = await this.router.whileOpening(request.endpoint, () =>
      withDisconnectReason(
        connection,
        performSignIn(method, this.#signInContext(connection, request)),
      ),
    );
    if (result === 'restartRequired') {
      await this.stop();
    }
    requestAccount(this, connection);
    this.#didSignIn.fire(result);
  }

  /** Signs in with a key that the user has entered before. Returns whether there was one. */
  async signInWithStoredKey(connection: AgentConnection, request: SignInRequest): Promise<boolean> {
    for (const method of connection.signInMethods) {
      if (await signInWithStoredKey(method, this.#signInContext(connection, request))) {
        return true;
      }
    }
    return false;
  }

  /** Signs the user out and deletes the stored keys of the agent. */
  async signOut(cwd: string): Promise<void> {
    const connection = await this.connect(cwd);
    const hadKeys = await this.#keys.delete();
    if (connection.capabilities.logout) {
      await withDeadline(
        withDisconnectReason(
          connection,
          connection.client.agent.request(acp.methods.agent.logout, {}),
        ),
        this.deadlines.controlMs,
        t("{0} didn't respond to the sign-out request.", this.name),
      );
      requestAccount(this, connection);
    } else if (!hadKeys) {
      throw new UserError(
        t("{0} doesn't support signing out. Use its own command instead.", this.name),
      );
    }
  }

  /** The providers of models that the agent lets the user choose. */
  get providers(): AgentProviders {
    return this.#providers;
  }

  /** Whether the program is running and has been initialized. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Stops the program for the user and tells the sessions. It is not restarted automatically. */
  async stopAndNotify(): Promise<void> {
    await this.stop();
    const reason = new UserError(t('{0} was stopped.', this.name));
    this.#didDisconnect.fire({ reason, willRestart: false, requested: true });
  }

  /** Stops the program without telling the sessions. */
  async stop(): Promise<void> {
    this.#starting?.abort();
    const program = this.#program;
    this.#program = undefined;
    this.#connection = undefined;
    this.#isRunning = false;
    const stopping = Promise.all([this.#stopping, program?.stop()]);
    // The next start waits for it. Errors go to the caller of this method.
    this.#stopping = stopping.catch(() => undefined);
    await stopping;
  }

  /** Writes a line to this agent's output channel. */
  log(line: string): void {
    this.#didLog.fire(line);
  }

  dispose(): void {
    this.#options.logger.info(`${this.name}: stopping`);
    this.#didDisconnect.dispose();
    this.#didSignIn.dispose();
    this.stop().catch((error: unknown) => this.#options.logger.error(getErrorMessage(error)));
  }

  #startOnce(cwd: string): Promise<AgentConnection> {
    const connection = this.#start(cwd);
    connection.catch(() => {
      if (this.#connection === connection) {
        this.#connection = undefined; // The next caller tries again.
      }
    });
    return connection;
  }

  async #start(cwd: string): Promise<AgentConnection> {
    const starting = new AbortController();
    this.#starting = starting;
    await this.#stopping; // The last program must have ended before the next one starts.
    const program = await this.#launch(cwd, starting.signal);
    this.#program = program;
    // The settings may have changed since the last start, so this is decided for each program.
    this.#clientRequests = restrictRequests(this.#options.clientRequests, program.remote);
    const { secrets } = this.#clientRequests;
    this.#keys = new AgentKeys(secrets, this.id, program.remote?.origin);
    this.#providers = new AgentProviders(this, secrets, program.remote?.origin);
    try {
      const connection = await initialize(this.#connect(program), {
        agentName: this.name,
        clientVersion: this.#options.clientVersion,
        clientRequests: this.clientRequests,
        timeoutMs: program.mayDownload ? this.deadlines.downloadMs : this.deadlines.initializeMs,
        deadlines: this.deadlines,
        signal: starting.signal,
      });
      await this.#providers.restore(connection);
      this.#isRunning = true;
      requestAccount(this, connection);
      void this.#watchProgram(program, connection.disconnected);
      return connection;
    } catch (error) {
      if (this.#program === program) {
        this.#program = undefined;
      }
      await program.stop();
      throw error;
    }
  }

  /** Starts the program. If the start is canceled meanwhile, a program that still comes up is stopped. */
  async #launch(cwd: string, signal: AbortSignal): Promise<AgentProgram> {
    const launching = this.#readStoredVariables().then(env => {
      signal.throwIfAborted();
      return this.#options.launch(cwd, signal, env);
    });
    const program = await raceCancellation(launching, signal).catch((error: unknown) => {
      if (!signal.aborted) {
        throw error;
      }
    });
    if (!program || signal.aborted) {
      void launching.then(late => late.stop()).catch(() => {}); // Nobody waits for it anymore.
      throw new UserError(t('{0} was stopped.', this.name));
    }
    return program;
  }

  /** Reads the keys that the agent expects in its environment. An agent that needs none must start even if that fails. */
  async #readStoredVariables(): Promise<Readonly<Record<string, string>>> {
    try {
      const keys = new AgentKeys(this.#options.clientRequests.secrets, this.id);
      return (await keys.read()).variables;
    } catch (error) {
      this.log(t("Couldn't read the stored keys: {0}", getErrorMessage(error)));
      return {};
    }
  }

  #connect(program: AgentProgram): Pick<AgentConnection, 'client' | 'disconnected' | 'remote'> {
    let handleEnd: ((error?: Error) => void) | undefined;
    const outputEnd = new Promise<Error | undefined>(resolve => {
      handleEnd = resolve;
    });
    const strayOutput = new StrayOutput(this.#didLog);
    const listener = {
      onMessage: (direction: 'in' | 'out', message: acp.AnyMessage) =>
        this.#options.onMessage?.(direction, message),
      onStrayOutput: (line: string) => strayOutput.add(line),
      onStall: () => this.#reportStall(),
      stallMs: this.deadlines.stallMs,
      onEnd: (error?: Error) => handleEnd?.(error),
    };
    const openStream = program.openStream.bind(program);
    const offered =
      this.#options.protocolVersion?.() === 2 ? speakVersion2(openStream) : openStream;
    return {
      client: connectAgent({ openStream: offered }, listener, this.router, this.clientRequests),
      disconnected: disconnectReason(this.name, program, outputEnd),
      remote: program.remote,
    };
  }

  /** Waits for the end of an initialized program. A program that fails before is not restarted automatically. */
  async #watchProgram(program: AgentProgram, disconnected: Promise<UserError>): Promise<void> {
    const reason = await disconnected;
    if (this.#program !== program) {
      return; // We stopped it ourselves.
    }
    this.#program = undefined;
    this.#connection = undefined;
    this.#isRunning = false;
    this.#stopping = program
      .stop()
      .catch((error: unknown) => this.#options.logger.error(getErrorMessage(error)));
    const nowMs = Date.now();
    this.#crashesMs.push(nowMs);
    const decision = getCrashAction(this.#crashesMs, nowMs);
    this.#crashesMs.splice(0, Infinity, ...recentCrashes(this.#crashesMs, nowMs));
    this.#didDisconnect.fire({ reason, willRestart: decision === 'restart' });
  }

  #signInContext({ client }: AgentConnection, { cwd, signal }: SignInRequest): SignInContext {
    const { clientRequests } = this;
    const { launchConfig } = this.#options;
    return {
      agentName: this.name,
      client,
      keys: this.#keys,
      secrets: clientRequests.secrets,
      terminal: clientRequests.signInTerminal,
      launchConfig,
      cwd,
      signal,
    };
  }

  #logDroppedUpdates(count: number): void {
    if (isPowerOfTen(count)) {
      this.#didLog.fire(`${count} updates for sessions that are closed or unknown were dropped.`);
    }
  }

  #reportStall(): void {
    const message = t('{0} isn\'t responding. Run "Accord: Restart Agent".', this.name);
    this.#didLog.fire(message);
    for (const endpoint of this.router.endpoints()) {
      endpoint.addNotice('warning', message);
    }
  }
}
