import { ChooseMention } from '../../../core/chat/messages.ts';
import type { Host } from '../../state/host.ts';
import { attach } from './attach.ts';
import type { DraftInsertion, ComposerDrafts } from './composerDrafts.ts';
import { getPastedContent, type PastedContent } from './pastedContent.ts';

/** What comes into a draft some time after it was asked for: it goes where it was asked for, whatever is shown by then. */
export class PendingInsertions {
  readonly #host: Host;
  readonly #desk: ComposerDrafts;
  readonly #refused: (problem: string) => void;
  #attaching: Promise<unknown> = Promise.resolve();

  /** `refused` hears in words what could not be attached. */
  constructor(host: Host, desk: ComposerDrafts, refused: (problem: string) => void) {
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
    const offer = getPastedContent(data);
    if (offer) {
      this.#attaching = Promise.all([this.#attaching, this.#attach(offer)]);
    }
    return offer !== undefined;
  }

  /** A row of the menu that takes a further step, outside this page. */
  async chooseMention(choose: string): Promise<void> {
    const { shownId: from, editor } = this.#desk;
    const place = editor?.reserveRange();
    const { mentions } = await this.#host
      .sendRequest(ChooseMention, { choose })
      .catch(() => ({ mentions: [] }));
    if (this.#add(from, { mentions, range: place })) {
      editor?.view.focus();
    }
  }

  async #attach(offer: PastedContent): Promise<void> {
    const { shownId: from, editor } = this.#desk;
    const place = editor?.reserveRange();
    const { problems, ...what } = await attach(offer, this.#host, from);
    this.#add(from, { ...what, range: place });
    if (problems.length > 0) {
      this.#refused(problems.join(' '));
    }
  }

  /** Whether something came. If not, what was selected stays. */
  #add(sessionId: string, added: DraftInsertion): boolean {
    const isSome = added.mentions.length > 0 || (added.text ?? '') !== '';
    if (isSome) {
      this.#desk.insert(sessionId, added);
    } else {
      this.#desk.editor?.releaseRange(added.range);
    }
    return isSome;
  }
}
