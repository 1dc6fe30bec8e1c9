import { ChooseMention } from '../../../core/chat/messages.ts';
import type { Host } from '../../state/host.ts';
import { attach } from './attach.ts';
import type { DraftInsertion, ComposerDrafts } from './composerDrafts.ts';
import { getPastedContent, type PastedContent } from './pastedContent.ts';

/** Inserts content that arrives some time after it was requested, into the draft that was shown at the request. */
export class PendingInsertions {
  readonly #host: Host;
  readonly #desk: ComposerDrafts;
  readonly #refused: (problem: string) => void;
  #attaching: Promise<unknown> = Promise.resolve();

  /** `refused` is called with a message about what could not be attached. */
  constructor(host: Host, desk: ComposerDrafts, refused: (problem: string) => void) {
    this.#host = host;
    this.#desk = desk;
    this.#refused = refused;
  }

  /** Resolves when everything pasted so far has arrived. */
  get settled(): Promise<unknown> {
    return this.#attaching;
  }

  /** Turns files, images and code copied from an open file into mentions. Returns whether there were any. */
  paste(data: DataTransfer): boolean {
    const offer = getPastedContent(data);
    if (offer) {
      this.#attaching = Promise.all([this.#attaching, this.#attach(offer)]);
    }
    return offer !== undefined;
  }

  /** Runs the further step of a suggestion, which happens outside this page. */
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

  /** Returns whether there was anything to insert. If not, the selection is kept. */
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
