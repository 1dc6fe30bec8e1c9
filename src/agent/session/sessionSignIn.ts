import { CancellationError, UserError } from '../../core/errors.ts';
import type { SessionStatus, SignInMethod } from '../../core/session/state/sessionState.ts';
import { toSignInMethods, type AgentSignInMethod } from '../../core/session/wire/signInMethods.ts';
import {
  getAgentErrorMessage,
  isRequestCanceled,
  asAuthRequired,
  type AuthRequired,
} from '../../core/session/wire/protocolErrors.ts';
import type { Agent } from '../connection/agent.ts';
import type { Conversation } from './conversation.ts';
import type { SessionEndpoint } from '../requests/sessionEndpoint.ts';
import { t } from '../../core/l10n.ts';

/** What a gate is made of. */
export interface SessionSignInOptions {
  readonly agent: Agent;
  readonly conversation: Conversation;
  readonly cwd: string;
  readonly endpoint: () => SessionEndpoint;
}

/** Holds a session up while its agent wants a sign-in. The way is always the user's choice. */
export class SessionSignIn {
  readonly #parts: SessionSignInOptions;
  #running: AbortController | undefined;
  #offers: readonly AgentSignInMethod[] = [];
  #waiting = 0;

  constructor(parts: SessionSignInOptions) {
    this.#parts = parts;
  }

  /** Whether something waits for a sign-in. */
  get isWaiting(): boolean {
    return this.#waiting > 0;
  }

  /** Does a task; each time the agent wants a sign-in first, waits for the user, and does it again. */
  async run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    for (let times = 0; ; times += 1) {
      try {
        return await task();
      } catch (error) {
        const need = asAuthRequired(error);
        if (!need) {
          throw error;
        }
        await this.#wait({ ...need, times }, signal);
      }
    }
  }

  /** The ways the agent offers. */
  async methods(): Promise<readonly SignInMethod[]> {
    const { agent, cwd } = this.#parts;
    const { signInOffers: offers } = await agent.connect(cwd);
    return toSignInMethods(offers.length > 0 ? offers : this.#offers);
  }

  /** The user has chosen a way. Settles when it has led somewhere; a failure is shown and leaves the choice open. */
  async signIn(methodId: string): Promise<boolean> {
    const { agent, cwd } = this.#parts;
    const { signInOffers: offers } = await agent.connect(cwd);
    const offer = [...offers, ...this.#offers].find(({ id }) => id === methodId);
    if (!offer || this.#running) {
      return false;
    }
    const running = new AbortController();
    this.#running = running;
    this.#show({ running: methodId });
    try {
      await agent.signIn(offer, { cwd, signal: running.signal, endpoint: this.#parts.endpoint() });
      return true;
    } catch (error) {
      this.#failed(error);
      return false;
    } finally {
      this.#running = undefined;
      this.#show({});
    }
  }

  /** Takes back a sign-in that is under way. Answers whether there was one. */
  cancel(): boolean {
    this.#running?.abort();
    return this.#running !== undefined;
  }

  async #wait(need: AuthRequired & { readonly times: number }, signal: AbortSignal): Promise<void> {
    const { agent, conversation, cwd } = this.#parts;
    const link = await agent.connect(cwd);
    const order = { cwd, signal, endpoint: this.#parts.endpoint() };
    if (need.times === 0 && (await agent.signInWithStoredKey(link, order).catch(() => false))) {
      return; // With the key the user gave last time.
    }
    this.#offers = link.signInOffers.length > 0 ? link.signInOffers : need.methods;
    const before = conversation.state.status;
    conversation.setState({ status: this.#status(need) });
    this.#waiting += 1;
    try {
      await signInOf(agent, signal);
    } finally {
      this.#waiting -= 1;
      if (conversation.state.status.kind === 'signIn') {
        conversation.setState({ status: before });
      }
    }
  }

  #status({ message, times }: AuthRequired & { readonly times: number }): SessionStatus {
    const { name } = this.#parts.agent;
    const words = this.#offers.length > 0 ? message : `${message}\n${howElse(name)}`.trim();
    const again = times > 0 ? t('{0} still asks for a sign-in. ', name) : '';
    return { kind: 'signIn', methods: toSignInMethods(this.#offers), message: `${again}${words}` };
  }

  #show(change: { readonly running?: string }): void {
    const { conversation } = this.#parts;
    const { status } = conversation.state;
    if (status.kind === 'signIn') {
      const { running: _before, ...rest } = status;
      conversation.setState({ status: { ...rest, ...change } });
    }
  }

  #failed(error: unknown): void {
    if (error instanceof CancellationError || isRequestCanceled(error)) {
      return; // The user gave it up.
    }
    const { agent, endpoint: end } = this.#parts;
    const advice = error instanceof UserError ? '' : t(' Choose another way, or try again.');
    end().addNotice(
      'warning',
      t('The sign-in to {0} failed: {1}{2}', agent.name, getAgentErrorMessage(error), advice),
    );
  }
}

const howElse = (name: string): string =>
  t(
    '{0} offers no way to sign in from here. Sign in with its own command in a terminal, then restart it.',
    name,
  );

/** Settles when the user has signed in to the agent, from whichever session. */
function signInOf(agent: Agent, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => settle(() => reject(new CancellationError()));
    const listening = [
      agent.onDidSignIn(() => settle(resolve)),
      agent.onDidDisconnect(({ reason }) => settle(() => reject(reason))),
    ];
    const settle = (act: () => void): void => {
      listening.forEach(listener => listener.dispose());
      signal.removeEventListener('abort', stop);
      act();
    };
    signal.addEventListener('abort', stop);
    if (signal.aborted) {
      stop();
    }
  });
}
