import { Component, type ComponentChild, type ComponentChildren, type JSX } from 'preact';
import { Earlier } from '../../core/chat/messages.ts';
import type { Disposable } from '../../core/lifetime.ts';
import type { SavedState } from '../saved.ts';
import type { Host } from '../host.ts';
import { Icon } from '../icon.tsx';
import { counted } from '../counted.ts';
import { t } from '../strings.ts';
import type { Store } from '../store.ts';
import type { ShownSession } from '../view.ts';
import { OpenRequestsContext, openRequests } from './openRequests.ts';
import type { ReadingPlace } from './readingPlace.ts';
import { Scroller, type Standing } from './scroller.ts';
import { TerminalsContext } from './terminalBox.tsx';
import { endOf, type Turn, turnsOf } from './turn.ts';
import { TurnView } from './turnView.tsx';

/** So many pages are asked for at a time: on the way back to where the user was reading, or to something that is seen. */
const MOST_PAGES_BACK = 20;

interface Props {
  readonly session: ShownSession;
  readonly store: Store;
  readonly saved: SavedState;
  readonly host: Host;
  /** What stands below the last entry. */
  readonly children?: ComponentChildren;
}

interface State {
  readonly following: boolean;
  readonly loading: boolean;
}

/** The conversation, newest part. It follows the end while the user is there. */
export class TranscriptView extends Component<Props, State> {
  #turns: readonly Turn[] = [];
  /** Whether the last turn is over with what is being drawn. */
  #ends = false;
  /** Where the user was reading when the page was closed. */
  #place: ReadingPlace | undefined;
  #pagesBack = 0;
  #box: HTMLDivElement | null = null;
  #content: HTMLDivElement | null = null;
  #scroller: Scroller | undefined;
  #listening: Disposable | undefined;

  constructor(props: Props) {
    super(props);
    this.#place = props.saved.place(props.session.state.id);
    this.state = { following: this.#place === undefined, loading: false };
  }

  override componentDidMount(): void {
    if (!this.#box || !this.#content) {
      return;
    }
    this.#scroller = new Scroller(this.#box, this.#content, this.#moved);
    if (this.#place) {
      this.#scroller.hold(this.#place);
    }
    this.#listening = this.props.store.onDidSend(() => this.#scroller?.toEnd());
    this.#reveal();
    this.#goBack();
  }

  /** Where the last turn ends on the screen before it folds: the answer may come with its end. */
  override getSnapshotBeforeUpdate(): Standing | undefined {
    const turn = this.#ends
      ? [...(this.#content?.querySelectorAll('.turn') ?? [])].at(-1)
      : undefined;
    return turn && this.#scroller?.isFull
      ? { part: turn, bottom: turn.getBoundingClientRect().bottom }
      : undefined;
  }

  override componentDidUpdate(before: Props, _: State, standing?: Standing): void {
    if (before.session.reveal !== this.props.session.reveal) {
      this.#reveal();
    }
    if (before.session.earlier < this.props.session.earlier) {
      this.#scroller?.shortened();
    }
    if (standing) {
      this.#scroller?.folded(standing);
    }
    this.#goBack();
  }

  override componentWillUnmount(): void {
    this.#listening?.dispose();
    this.#scroller?.dispose();
  }

  render({ session, children }: Props): ComponentChild {
    const { entries, terminals } = session.transcript;
    const before = this.#turns.at(-1);
    this.#turns = turnsOf(entries, this.#turns);
    const last = this.#turns.at(-1);
    this.#ends = before?.number === last?.number && isOver(last) && !isOver(before);
    return (
      <TerminalsContext.Provider value={terminals}>
        <OpenRequestsContext.Provider value={openRequests(entries).join(' ')}>
          <div
            ref={this.#holdBox}
            class={this.state.following ? 'transcript' : 'transcript reading'}
            role="log"
            aria-label={t('conversation')}
            aria-live="off"
            tabIndex={0}
          >
            <div ref={this.#holdContent} class="transcript-content">
              {session.earlier > 0 ? this.#earlierButton(session.earlier) : null}
              {this.#turns.map(turn => (
                <TurnView
                  key={turn.number}
                  turn={turn}
                  isLast={turn === last}
                  following={this.state.following}
                  wasOpen={turn.number === this.#place?.turn && this.#place.open === true}
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
    const entry = this.#content?.querySelector('.looked-for');
    if (entry) {
      this.#scroller?.show(entry);
    }
  }

  /** Where the user was reading may lie before what the page begins with. */
  #goBack(): void {
    const entry = this.#place?.entry;
    const { earlier, transcript } = this.props.session;
    const isDue =
      entry !== undefined &&
      earlier > 0 &&
      !this.state.loading &&
      this.#pagesBack < MOST_PAGES_BACK &&
      this.#scroller?.isHeld === true;
    if (isDue && !transcript.entries.some(({ id }) => id === entry)) {
      this.#pagesBack += 1;
      void this.#loadEarlier();
    }
  }

  #holdBox = (box: HTMLDivElement | null): void => {
    this.#box = box;
  };

  #holdContent = (content: HTMLDivElement | null): void => {
    this.#content = content;
  };

  #moved = (following: boolean, place: ReadingPlace | undefined): void => {
    const { saved, session, store } = this.props;
    saved.keepPlace(session.state.id, place);
    store.following = following;
    if (following !== this.state.following) {
      this.setState({ following });
    }
  };

  #earlierButton(count: number): JSX.Element {
    return (
      <button
        type="button"
        class="text-button earlier"
        disabled={this.state.loading}
        onClick={() => void this.#showEarlier()}
      >
        {counted('earlier', count)}
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
        onClick={() => this.#scroller?.toEnd()}
      >
        <Icon name="arrowDown" />
      </button>
    );
  }

  /** What comes may all be folded away in one turn: then more is asked for. */
  async #showEarlier(): Promise<void> {
    const shown = (): number => this.#content?.querySelectorAll('.turn > *').length ?? 0;
    const before = shown();
    for (let page = 0; page < MOST_PAGES_BACK && shown() === before; page += 1) {
      await this.#loadEarlier();
      if (this.props.session.earlier === 0) {
        return;
      }
    }
  }

  /** What the user looks at stays where it is while older entries come in above it. */
  async #loadEarlier(): Promise<void> {
    const { host, session, store } = this.props;
    const beforeId = session.transcript.entries[0]?.id;
    const box = this.#box;
    if (beforeId === undefined || !box) {
      return;
    }
    const asked = { sessionId: session.state.id, beforeId };
    this.setState({ loading: true });
    try {
      const page = await host.ask(Earlier, asked);
      const fromEnd = box.scrollHeight - box.scrollTop;
      store.addEarlier(asked, page);
      await new Promise(drawn => requestAnimationFrame(drawn));
      this.#scroller?.to(box.scrollHeight - fromEnd);
    } finally {
      this.setState({ loading: false });
    }
  }
}

const isOver = (turn: Turn | undefined): boolean => turn !== undefined && endOf(turn) !== undefined;
