import { CancellationError, UserError } from '../../core/errors.ts';
import type { SessionStatus, SignInMethod } from '../../core/session/state/sessionState.ts';
import { toSignInMethods, type AgentSignInMethod } from '../../core/session/wire/signInMethods.ts';
import {
  getAgentErrorMessage,
  isRequestCanceled,
  asAuthRequired,
  isErrorResponse,
  methodsInError,
  type AuthRequired,
} from '../../core/session/wire/protocolErrors.ts';
import type { Agent, SignInRequest } from '../connection/agent.ts';
import type { Conversation } from './conversation.ts';
import type { NoticeAction } from '../../core/session/transcript/entry.ts';
import type { SessionRequests } from './sessionRequests.ts';
import { t } from '../../core/l10n.ts';

/** Makes a session wait while its agent requires a sign-in. The user always chooses the method. */
export class SessionSignIn {
  readonly #agent: Agent;
  readonly #conversation: Conversation;
  readonly #requests: SessionRequests;
  readonly #cwd: string;
  #running: AbortController | undefined;
  #availableMethods: readonly AgentSignInMethod[] = [];
  #waitingCount = 0;

  constructor(agent: Agent, requests: SessionRequests, cwd: string) {
    this.#agent = agent;
    this.#conversation = requests.conversation;
    this.#requests = requests;
    this.#cwd = cwd;
  }

  /** Whether a task waits for a sign-in. */
  get isWaiting(): boolean {
    return this.#waitingCount > 0;
  }

  /** Runs a task. Each time the agent requires a sign-in, waits for the user and runs the task again. */
  async run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await task();
      } catch (error) {
        const required = asAuthRequired(error);
        if (!required) {
          throw error;
        }
        await this.#waitForSignIn(required, attempt, signal);
      }
    }
  }

  /** The sign-in methods that the agent offers. */
  async methods(): Promise<readonly SignInMethod[]> {
    const { signInMethods } = await this.#agent.connect(this.#cwd);
    return toSignInMethods(signInMethods.length > 0 ? signInMethods : this.#availableMethods);
  }

  /** Whether the agent refused to open the session, so that a sign-in may help. */
  get isOffered(): boolean {
    const { status } = this.#conversation.state;
    return status.kind === 'stopped' && status.openFailure !== undefined;
  }

  /**
   * Reports that the agent runs but answered the opening of the session with an error, with its reason and the setup that it
   * offers, since any error may mean that it is not set up yet. Returns false if the error is of another kind.
   */
  async reportRefusal(
    error: unknown,
    actions: readonly NoticeAction[],
    signal: AbortSignal,
  ): Promise<boolean> {
    const { name, isRunning } = this.#agent;
    if (!isErrorResponse(error) || !isRunning) {
      return false;
    }
    const { signInMethods } = await this.#agent.connect(this.#cwd);
    this.#availableMethods = signInMethods.length > 0 ? signInMethods : methodsInError(error);
    if (!signal.aborted) {
      const reason = t("{0} couldn't open a session: {1}", name, getAgentErrorMessage(error));
      const openFailure = { methods: toSignInMethods(this.#availableMethods) };
      this.#conversation.setState({ status: { kind: 'stopped', reason, openFailure } });
      this.#conversation.addNotice('error', reason, actions);
    }
    return true;
  }

  /** Signs in with the chosen method. A failure is shown and leaves the choice open. Returns whether it succeeded. */
  async signIn(methodId: string): Promise<boolean> {
    const { signInMethods } = await this.#agent.connect(this.#cwd);
    const method = [...signInMethods, ...this.#availableMethods].find(({ id }) => id === methodId);
    if (!method || this.#running) {
      return false;
    }
    const running = new AbortController();
    this.#running = running;
    this.#showRunning(methodId);
    try {
      await this.#agent.signIn(method, this.#request(running.signal));
      return true;
    } catch (error) {
      this.#reportFailure(error);
      return false;
    } finally {
      this.#running = undefined;
      this.#showRunning(undefined);
    }
  }

  /** Cancels a sign-in in progress. Returns whether there was one. */
  cancel(): boolean {
    this.#running?.abort();
    return this.#running !== undefined;
  }

  #request(signal: AbortSignal): SignInRequest {
    return { cwd: this.#cwd, signal, endpoint: this.#requests };
  }

  async #waitForSignIn(
    required: AuthRequired,
    attempt: number,
    signal: AbortSignal,
  ): Promise<void> {
    const connection = await this.#agent.connect(this.#cwd);
    const stored =
      attempt === 0 && this.#agent.signInWithStoredKey(connection, this.#request(signal));
    if (stored && (await stored.catch(() => false))) {
      return;
    }
    const { signInMethods } = connection;
    this.#availableMethods = signInMethods.length > 0 ? signInMethods : required.methods;
    const before = this.#conversation.state.status;
    this.#conversation.setState({ status: this.#status(required, attempt) });
    this.#waitingCount += 1;
    try {
      await whenSignedIn(this.#agent, signal);
    } finally {
      this.#waitingCount -= 1;
      if (this.#conversation.state.status.kind === 'signIn') {
        this.#conversation.setState({ status: before });
      }
    }
  }

  #status({ message }: AuthRequired, attempt: number): SessionStatus {
    const { name } = this.#agent;
    const advice =
      this.#availableMethods.length > 0 ? message : `${message}\n${otherWay(name)}`.trim();
    const again = attempt > 0 ? t('{0} still requires you to sign in. ', name) : '';
    return {
      kind: 'signIn',
      methods: toSignInMethods(this.#availableMethods),
      message: `${again}${advice}`,
    };
  }

  #showRunning(methodId: string | undefined): void {
    const { status } = this.#conversation.state;
    const running = methodId === undefined ? {} : { running: methodId };
    if (status.kind === 'signIn') {
      const { running: _before, ...rest } = status;
      this.#conversation.setState({ status: { ...rest, ...running } });
    } else if (status.kind === 'stopped' && status.openFailure) {
      const { methods } = status.openFailure;
      this.#conversation.setState({ status: { ...status, openFailure: { methods, ...running } } });
    }
  }

  #reportFailure(error: unknown): void {
    if (error instanceof CancellationError || isRequestCanceled(error)) {
      return; // The user canceled it.
    }
    const { name } = this.#agent;
    const advice = error instanceof UserError ? '' : t(' Try again or choose another method.');
    this.#conversation.addNotice(
      'warning',
      t("Couldn't sign in to {0}: {1}{2}", name, getAgentErrorMessage(error), advice),
    );
  }
}

const otherWay = (name: string): string =>
  t(
    "{0} doesn't support signing in from VS Code. Sign in with its own command in a terminal, then restart it.",
    name,
  );

/** Resolves when the user has signed in to the agent from any session. Rejects if the agent disconnects. */
function whenSignedIn(agent: Agent, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => settle(() => reject(new CancellationError()));
    const listeners = [
      agent.onDidSignIn(() => settle(resolve)),
      agent.onDidDisconnect(({ reason }) => settle(() => reject(reason))),
    ];
    const settle = (action: () => void): void => {
      listeners.forEach(listener => listener.dispose());
      signal.removeEventListener('abort', abort);
      action();
    };
    signal.addEventListener('abort', abort);
    if (signal.aborted) {
      abort();
    }
  });
}
