import { formatCommand } from '../../core/terminal/commandLine.ts';
import type { CommandStart, Consent, ConsentRequest, FileAccess, Gate } from '../files/consent.ts';
import { invalidParams, requestCanceled, throwIfCanceled } from '../wire/responseError.ts';
import type { RequestSession } from './clientRequests.ts';

/**
 * Serves nothing after the user has stopped the turn, and asks the user while no turn is running. The commands of a remote
 * agent are always confirmed.
 */
export class RequestGate implements Gate {
  readonly #session: RequestSession;
  readonly #consent: Consent;

  constructor(session: RequestSession, consent: Consent) {
    this.#session = session;
    this.#consent = consent;
  }

  async admitFile({ operation, requested, real }: FileAccess, signal?: AbortSignal): Promise<void> {
    this.#throwIfStopped(signal);
    if (operation === 'write' && this.#isBackground) {
      await this.#ask({ kind: 'write', why: 'background', requested, real }, signal);
    }
  }

  async admitCommand({ command, cwd }: CommandStart, signal?: AbortSignal): Promise<() => void> {
    this.#throwIfStopped(signal);
    const isBackground = this.#isBackground;
    if (isBackground || this.#session.isRemote) {
      const why = isBackground ? 'background' : 'remote';
      await this.#ask({ kind: 'command', why, command: formatCommand(command), cwd }, signal);
    }
    return isBackground ? this.#session.beginBackgroundWork() : () => {};
  }

  get #isBackground(): boolean {
    return this.#session.turnPhase() === 'none';
  }

  async #ask(request: ConsentRequest, signal: AbortSignal | undefined): Promise<void> {
    const answer = await this.#consent.ask(request, signal);
    this.#throwIfStopped(signal);
    if (answer === 'deny') {
      throw invalidParams('The user did not allow this.', { reason: request.kind });
    }
  }

  #throwIfStopped(signal: AbortSignal | undefined): void {
    throwIfCanceled(signal);
    if (this.#session.turnPhase() === 'stopped') {
      throw requestCanceled();
    }
  }
}
