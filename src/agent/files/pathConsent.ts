import { posix, win32 } from 'node:path';
import { Sequencer } from '../../core/async/sequencer.ts';
import { isInside } from '../../core/files/isInside.ts';
import type { PathStyle } from '../../core/files/pathStyle.ts';
import type { Consent, ConsentRequest, PathOperation } from './consent.ts';
import { throwIfCanceled } from '../wire/responseError.ts';

type PathQuestion = ConsentRequest & { readonly kind: 'path' };

/** More requests at the same time are denied: no user reads a hundred of them. */
const WAITING_LIMIT = 20;

/** Asks the user for consent to paths, one at a time, and remembers the folders that were allowed. */
export class PathConsent {
  readonly #allowed: { readonly folder: string; readonly operation: PathOperation }[] = [];
  readonly #consent: Consent;
  readonly #style: PathStyle;
  readonly #requests = new Sequencer();
  #waiting = 0;

  constructor(consent: Consent, style: PathStyle) {
    this.#consent = consent;
    this.#style = style;
  }

  async request(question: PathQuestion, signal?: AbortSignal): Promise<boolean> {
    if (this.#isAgreed(question)) {
      return true;
    }
    if (this.#waiting >= WAITING_LIMIT) {
      return false;
    }
    this.#waiting += 1;
    try {
      return await this.#requests.queue(() => this.#ask(question, signal));
    } finally {
      this.#waiting -= 1;
    }
  }

  async #ask(question: PathQuestion, signal: AbortSignal | undefined): Promise<boolean> {
    // The previous answer may cover this request.
    if (this.#isAgreed(question)) {
      return true;
    }
    throwIfCanceled(signal);
    const folder = question.operation === 'run' ? question.real : this.#folderOf(question.real);
    const hasFolderAnswer = question.why === 'outside';
    const answer = await this.#consent.ask(
      hasFolderAnswer ? { ...question, folder } : question,
      signal,
    );
    if (answer === 'folder' && hasFolderAnswer) {
      this.#allowed.push({ folder, operation: question.operation });
    }
    return answer === 'once' || answer === 'folder';
  }

  #folderOf(path: string): string {
    return this.#style.platform === 'win32' ? win32.dirname(path) : posix.dirname(path);
  }

  /** Files that run code or contain secrets need consent each time. */
  #isAgreed({ why, operation, real }: PathQuestion): boolean {
    return (
      why === 'outside' &&
      this.#allowed.some(
        agreed =>
          (agreed.operation === operation ||
            (agreed.operation === 'write' && operation === 'read')) &&
          isInside(agreed.folder, real, this.#style),
      )
    );
  }
}
