import { ChooseMention } from '../../core/chat/messages.ts';
import type { Host } from '../host.ts';
import { attached } from './attached.ts';
import type { Added, DraftDesk } from './draftDesk.ts';
import { offerFrom, type PastedOffer } from './offer.ts';

/** What comes into a draft some time after it was asked for: it goes where it was asked for, whatever is shown by then. */
export class Arrivals {
  readonly #host: Host;
  readonly #desk: DraftDesk;
  readonly #refused: (problem: string) => void;
  #attaching: Promise<unknown> = Promise.resolve();

  /** `refused` hears in words what could not be attached. */
  constructor(host: Host, desk: DraftDesk, refused: (problem: string) => void) {
    this.#host = host;
    this.#desk = desk;
    this.#refused = refused;
  }

  /** Settles when all that was pasted so far is there. */
  get settled(): Promise<unknown> {
    return this.#attaching;
  }

  /** Files and pictures become mentions, and so does code that was copied from an open file. Answers whether it is any of it. */
  paste(data: DataTransfer): boolean {
    const offer = offerFrom(data);
    if (offer) {
      this.#attaching = Promise.all([this.#attaching, this.#attach(offer)]);
    }
    return offer !== undefined;
  }

  /** A row of the menu that takes a further step, outside this page. */
  async choose(choose: string): Promise<void> {
    const { shownId: from, editor } = this.#desk;
    const place = editor?.hold();
    const { mentions } = await this.#host
      .ask(ChooseMention, { choose })
      .catch(() => ({ mentions: [] }));
    if (this.#add(from, { mentions, place })) {
      editor?.view.focus();
    }
  }

  async #attach(offer: PastedOffer): Promise<void> {
    const { shownId: from, editor } = this.#desk;
    const place = editor?.hold();
    const { problems, ...what } = await attached(offer, this.#host, from);
    this.#add(from, { ...what, place });
    if (problems.length > 0) {
      this.#refused(problems.join(' '));
    }
  }

  /** Whether something came. If not, what was selected stays. */
  #add(sessionId: string, added: Added): boolean {
    const isSome = added.mentions.length > 0 || (added.text ?? '') !== '';
    if (isSome) {
      this.#desk.add(sessionId, added);
    } else {
      this.#desk.editor?.release(added.place);
    }
    return isSome;
  }
}
