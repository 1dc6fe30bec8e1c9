import { ChooseMention } from '../../../core/chat/messages.ts';
import type { Host } from '../../state/host.ts';
import { attach } from './attach.ts';
import type { DraftInsertion, ComposerDrafts } from './composerDrafts.ts';
import { getPastedContent, type PastedContent } from './pastedContent.ts';

/** Inserts content that arrives some time after it was requested, into the draft that was shown at the request. */
export class PendingInsertions {
  readonly #host: Host;
  readonly #drafts: ComposerDrafts;
  readonly #onDidRefuse: (problem: string) => void;
  #attaching: Promise<unknown> = Promise.resolve();

  /** `onDidRefuse` is called with a message about what could not be attached. */
  constructor(host: Host, drafts: ComposerDrafts, onDidRefuse: (problem: string) => void) {
    this.#host = host;
    this.#drafts = drafts;
    this.#onDidRefuse = onDidRefuse;
  }

  /** Resolves when everything pasted so far has arrived. */
  get settled(): Promise<unknown> {
    return this.#attaching;
  }

  /** Turns files, images and code copied from an open file into mentions. Returns whether there were any. */
  paste(data: DataTransfer): boolean {
    const content = getPastedContent(data);
    if (content) {
      this.#attaching = Promise.all([this.#attaching, this.#attach(content)]);
    }
    return content !== undefined;
  }

  /** Runs the further step of a suggestion, which happens outside this page. */
  async chooseMention(choose: string): Promise<void> {
    const { shownId: from, editor } = this.#drafts;
    const range = editor?.reserveRange();
    const { mentions } = await this.#host
      .sendRequest(ChooseMention, { choose })
      .catch(() => ({ mentions: [] }));
    if (this.#add(from, { mentions, range })) {
      editor?.view.focus();
    }
  }

  async #attach(content: PastedContent): Promise<void> {
    const { shownId: from, editor } = this.#drafts;
    const range = editor?.reserveRange();
    const { problems, ...what } = await attach(content, this.#host, from);
    this.#add(from, { ...what, range });
    if (problems.length > 0) {
      this.#onDidRefuse(problems.join(' '));
    }
  }

  /** Returns whether there was anything to insert. If not, the selection is kept. */
  #add(sessionId: string, insertion: DraftInsertion): boolean {
    const hasContent = insertion.mentions.length > 0 || (insertion.text ?? '') !== '';
    if (hasContent) {
      this.#drafts.insert(sessionId, insertion);
    } else {
      this.#drafts.editor?.releaseRange(insertion.range);
    }
    return hasContent;
  }
}
