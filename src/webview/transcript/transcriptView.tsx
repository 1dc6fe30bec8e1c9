import { Component, type ComponentChild, type ComponentChildren, type JSX } from 'preact';
import { LoadEarlier } from '../../core/chat/messages.ts';
import type { TurnOutcome } from '../../core/chat/pendingReview.ts';
import type { Disposable } from '../../core/disposableStore.ts';
import type { SavedState } from '../state/savedState.ts';
import type { Host } from '../state/host.ts';
import { Icon } from '../ui/icon.tsx';
import { t } from '../ui/strings.ts';
import type { ChatStore } from '../state/chatStore.ts';
import type { ShownSession } from '../state/viewState.ts';
import { getOpenRequestIds } from '../state/openRequests.ts';
import { OpenRequestsContext } from './requests/useButtonsEnabled.ts';
import type { ReadingPosition } from '../state/savedState.ts';
import { Scroller, type AnchoredElement } from './scroll/scroller.ts';
import { TerminalsContext } from './terminal/terminalBox.tsx';
import { getTurnEnd, type TranscriptTurn, groupByTurn } from '../state/turn.ts';
import { TurnView } from './turnView.tsx';

/** The most pages loaded at a time, to get to the reading position or to an entry that is visible. */
const MAX_PAGES = 20;
/** More entries than these are not loaded to fill the viewport. */
const MAX_FILLED_ENTRIES = 500;

interface Props {
  readonly session: ShownSession;
  readonly store: ChatStore;
  readonly saved: SavedState;
  readonly host: Host;
  /** What became of the changes of each turn. */
  readonly outcomes: readonly TurnOutcome[] | undefined;
  /** The content below the last entry. */
  readonly children?: ComponentChildren;
}

interface State {
  readonly following: boolean;
  readonly loading: boolean;
}

/** The conversation. It follows the end while the user is there. */
export class TranscriptView extends Component<Props, State> {
  #turns: readonly TranscriptTurn[] = [];
  /** Whether this update ends the last turn. */
  #turnEnds = false;
  /** Where the user was reading when the page was closed. */
  #savedPosition: ReadingPosition | undefined;
  #pagesLoaded = 0;
  #box: HTMLDivElement | null = null;
  #content: HTMLDivElement | null = null;
  #scroller: Scroller | undefined;
  #subscription: Disposable | undefined;

  constructor(props: Props) {
    super(props);
    this.#savedPosition = props.saved.getReadingPosition(props.session.state.id);
    this.state = { following: this.#savedPosition === undefined, loading: false };
  }

  override componentDidMount(): void {
    if (!this.#box || !this.#content) {
      return;
    }
    this.#scroller = new Scroller(this.#box, this.#content, this.#onDidScroll);
    if (this.#savedPosition) {
      this.#scroller.holdPosition(this.#savedPosition);
    }
    this.#subscription = this.props.store.onDidSend(() => this.#scroller?.scrollToEnd());
    this.#reveal();
    this.#loadDueEntries();
  }

  /** The bottom of the last turn before it is folded: the answer may arrive with the end of the turn. */
  override getSnapshotBeforeUpdate(): AnchoredElement | undefined {
    const turn = this.#turnEnds
      ? [...(this.#content?.querySelectorAll('.turn') ?? [])].at(-1)
      : undefined;
    return turn && this.#scroller?.isScrollable
      ? { element: turn, bottom: turn.getBoundingClientRect().bottom }
      : undefined;
  }

  override componentDidUpdate(before: Props, _: State, anchor?: AnchoredElement): void {
    if (before.session.reveal !== this.props.session.reveal) {
      this.#reveal();
    }
    if (before.session.earlier < this.props.session.earlier) {
      this.#scroller?.onDidTrim();
    }
    if (anchor) {
      this.#scroller?.onDidFold(anchor);
    }
    this.#loadDueEntries();
  }

  override componentWillUnmount(): void {
    this.#subscription?.dispose();
    this.#scroller?.dispose();
  }

  render({ session, outcomes, children }: Props): ComponentChild {
    const { entries, terminals } = session.transcript;
    const before = this.#turns.at(-1);
    this.#turns = groupByTurn(entries, this.#turns);
    const last = this.#turns.at(-1);
    this.#turnEnds = before?.number === last?.number && isOver(last) && !isOver(before);
    return (
      <TerminalsContext.Provider value={terminals}>
        <OpenRequestsContext.Provider value={getOpenRequestIds(entries).join(' ')}>
          <div
            ref={this.#setBox}
            class={this.state.following ? 'transcript' : 'transcript reading'}
            role="log"
            aria-label={t('conversation')}
            aria-live="off"
            tabIndex={0}
          >
            <div ref={this.#setContent} class="transcript-content">
              {session.earlier > 0 ? this.#earlierButton() : null}
              {this.#turns.map(turn => (
                <TurnView
                  key={turn.number}
                  turn={turn}
                  gap={session.gaps.get(turn.entries[0]?.id ?? '') ?? 0}
                  loadGap={this.#loadGap}
                  isLast={turn === last}
                  following={this.state.following}
                  outcome={outcomes?.find(outcome => outcome.turn === turn.number)}
                  wasOpen={
                    turn.number === this.#savedPosition?.turn && this.#savedPosition.open === true
                  }
                  reveal={turn.entries.find(({ id }) => id === session.reveal)?.id}
                />
              ))}
              {children}
            </div>
          </div>
          {this.state.following ? null : this.#endButton()}
        </OpenRequestsContext.Provider>
      </TerminalsContext.Provider>
    );
  }

  #reveal(): void {
    const entry = this.#content?.querySelector('.revealed-entry');
    if (entry) {
      this.#scroller?.reveal(entry);
    }
  }

  #loadDueEntries(): void {
    const { earlier, gaps, transcript } = this.props.session;
    if (
      this.state.loading ||
      this.#pagesLoaded >= MAX_PAGES ||
      (earlier === 0 && gaps.size === 0)
    ) {
      return;
    }
    if (this.#scroller?.isHoldingPosition === true) {
      this.#loadSavedPosition();
    } else if (
      earlier > 0 &&
      isOver(this.#turns.at(-1)) &&
      transcript.entries.length < MAX_FILLED_ENTRIES &&
      this.#scroller?.isScrollable === false
    ) {
      this.#pagesLoaded += 1;
      void this.#loadEarlier(); // Most entries on the page are folded, and there is room for more.
    }
  }

  /** Loads earlier entries until the reading position is on the page. */
  #loadSavedPosition(): void {
    const position = this.#savedPosition;
    const { earlier, transcript } = this.props.session;
    if (!position?.entry || transcript.entries.some(({ id }) => id === position.entry)) {
      return;
    }
    const prompt = this.#turns.find(({ number }) => number === position.turn)?.entries[0]?.id;
    const afterGap = prompt === undefined ? undefined : this.#getEntryAfterGap(prompt);
    if (afterGap !== undefined || earlier > 0) {
      this.#pagesLoaded += 1;
      void this.#loadEarlier(afterGap);
    }
  }

  /** The id of the first entry after the gap that follows a prompt. */
  #getEntryAfterGap(promptId: string): string | undefined {
    const { gaps, transcript } = this.props.session;
    const prompt = transcript.entries.findIndex(({ id }) => id === promptId);
    return gaps.has(promptId) ? transcript.entries[prompt + 1]?.id : undefined;
  }

  #loadGap = (promptId: string): void => {
    const afterGap = this.#getEntryAfterGap(promptId);
    if (afterGap !== undefined && !this.state.loading) {
      void this.#loadEarlier(afterGap);
    }
  };

  #setBox = (box: HTMLDivElement | null): void => {
    this.#box = box;
  };

  #setContent = (content: HTMLDivElement | null): void => {
    this.#content = content;
  };

  #onDidScroll = (following: boolean, position: ReadingPosition | undefined): void => {
    const { saved, session, store } = this.props;
    saved.saveReadingPosition(session.state.id, position);
    store.isFollowing = following;
    if (following !== this.state.following) {
      this.setState({ following });
    }
  };

  #earlierButton(): JSX.Element {
    return (
      <button
        type="button"
        class="text-button earlier"
        disabled={this.state.loading}
        onClick={() => void this.#showEarlier()}
      >
        {t('earlierTurns')}
      </button>
    );
  }

  #endButton(): JSX.Element {
    return (
      <button
        type="button"
        class="to-end"
        title={t('toEnd')}
        aria-label={t('toEnd')}
        onClick={() => this.#scroller?.scrollToEnd()}
      >
        <Icon name="arrowDown" />
      </button>
    );
  }

  /** Loaded entries may all be folded into one turn: then more are loaded. */
  async #showEarlier(): Promise<void> {
    const shown = (): number => this.#content?.querySelectorAll('.turn > *').length ?? 0;
    const before = shown();
    for (let page = 0; page < MAX_PAGES && shown() === before; page += 1) {
      await this.#loadEarlier();
      if (this.props.session.earlier === 0) {
        return;
      }
    }
  }

  /** Loads the entries before one, by default the first, keeping the visible content where it is. */
  async #loadEarlier(
    beforeId: string | undefined = this.props.session.transcript.entries[0]?.id,
  ): Promise<void> {
    const { host, session, store } = this.props;
    const box = this.#box;
    if (beforeId === undefined || !box) {
      return;
    }
    const request = { sessionId: session.state.id, beforeId };
    this.setState({ loading: true });
    try {
      const page = await host.sendRequest(LoadEarlier, request);
      const fromEnd = box.scrollHeight - box.scrollTop;
      store.insertEarlier(request, page);
      await new Promise(drawn => requestAnimationFrame(drawn));
      this.#scroller?.scrollTo(box.scrollHeight - fromEnd);
    } finally {
      this.setState({ loading: false });
    }
  }
}

const isOver = (turn: TranscriptTurn | undefined): boolean =>
  turn !== undefined && getTurnEnd(turn) !== undefined;
