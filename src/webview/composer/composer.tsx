import type { Text } from '@codemirror/state';
import { Component, type ComponentChild, createRef } from 'preact';
import type { ChatShell } from '../../core/chat/chatView.ts';
import {
  type DraftWeight,
  type Insertion,
  OpenMention,
  Send,
  Stop,
  type Suggestion,
} from '../../core/chat/messages.ts';
import { type Draft, draftBefore, flatDraft, isEmpty } from '../../core/prompt/draft.ts';
import type { SessionState } from '../../core/session/sessionState.ts';
import type { Host } from '../host.ts';
import { Icon } from '../icon.tsx';
import type { SavedState } from '../saved.ts';
import { t } from '../strings.ts';
import { isWorking, promptsOf, type ShownSession } from '../view.ts';
import { Arrivals } from './arrivals.ts';
import { showWeights } from './chips.tsx';
import { askForMention, offerCommands } from './completions.tsx';
import type { ComposerAccess, ComposerSlot } from './composerContext.ts';
import { ContextRow } from './contextRow.tsx';
import { DraftDesk } from './draftDesk.ts';
import { DraftScale } from './draftScale.ts';
import { PromptEditor } from './editor.ts';
import { MentionTokens } from './mentionTokens.ts';
import { offered, placeOf } from './offered.ts';
import { Pickers } from './pickers.tsx';
import { placeholderWords } from './placeholderWords.ts';
import { PromptHistory } from './promptHistory.ts';
import { SendButtons, turnOf } from './sendButtons.tsx';
import { UsageMeter } from './usageMeter.tsx';

interface Props {
  readonly shell: ChatShell;
  readonly session: ShownSession | undefined;
  readonly host: Host;
  readonly saved: SavedState;
  readonly slot: ComposerSlot;
  readonly nonce: string;
  /** A turn begins with what was written. */
  readonly sent: () => void;
}

interface State {
  readonly isEmpty: boolean;
  readonly problem: string;
  readonly suggestion: Suggestion;
  /** The document that the user does not want to be offered, as long as it is in front. */
  readonly dismissed?: string | undefined;
  readonly weight?: DraftWeight | undefined;
}

/** Where the user writes. It is never blocked: what is sent while a turn runs queues behind it. */
export class Composer extends Component<Props, State> implements ComposerAccess {
  override state: State = { isEmpty: true, problem: '', suggestion: { follows: false } };
  #place = createRef<HTMLDivElement>();
  #editor: PromptEditor | undefined;
  #tokens = new MentionTokens();
  #history = new PromptHistory(() => promptsOf(this.props.session));
  #words = '';
  /** What stands there as it was taken over: nothing of it has been written by the user. */
  #taken: Text | undefined;
  #desk = new DraftDesk(this.props.host, this.props.saved, () => this.#sessionId);
  #arrivals = new Arrivals(this.props.host, this.#desk, problem => this.setState({ problem }));
  #scale = new DraftScale(this.props.host, (weight, draft) => this.#weighed(weight, draft));

  override componentDidMount(): void {
    const { host, nonce, slot } = this.props;
    if (!this.#place.current) {
      return;
    }
    const draft = this.#desk.kept(this.#sessionId);
    this.#editor = new PromptEditor(this.#place.current, {
      host,
      nonce,
      draft,
      tokens: this.#tokens,
      history: this.#history,
      commands: () => this.props.session?.state.commands ?? [],
      enterSends: () => this.props.shell.preferences.enterSends,
      send: () => void this.#send(),
      changed: changed => this.#changed(changed),
      left: () => this.#desk.flush(), // Whatever is clicked next may close the session.
      paste: data => this.#arrivals.paste(data),
      choose: choose => void this.#arrivals.choose(choose),
      open: mention => host.tell(OpenMention, { mention }),
      tooLong: () => this.setState({ problem: t('draftTooLong') }),
    });
    this.#desk.editor = this.#editor;
    this.#scale.weigh(draft, this.#sessionId);
    this.#showPlaceholder();
    this.setState({ isEmpty: isEmpty(draft) });
    slot.attach(this);
  }

  /** The words of the conversation are none of its business. */
  override shouldComponentUpdate(next: Props, state: State): boolean {
    const { shell, session } = this.props;
    return next.shell !== shell || next.session?.state !== session?.state || state !== this.state;
  }

  override componentDidUpdate(before: Props): void {
    if ((before.session?.state.id ?? '') !== this.#sessionId) {
      this.#switchSession(before.session?.state.id);
    }
    this.#heed(before.session?.state, this.props.session?.state);
    this.#showPlaceholder();
  }

  /** What the agent says it can do. */
  #heed(before: SessionState | undefined, now: SessionState | undefined): void {
    if (this.#editor && before?.commands !== now?.commands) {
      offerCommands(this.#editor.view);
    }
    if (this.#editor && !before?.accepts && now?.accepts) {
      this.#scale.weigh(this.#editor.draft, this.#sessionId); // Now it is known how things are sent.
    }
  }

  override componentWillUnmount(): void {
    this.props.slot.attach(undefined);
    this.#scale.stop();
    this.#desk.flush();
    this.#editor?.dispose();
  }

  take(draft: Draft): void {
    if (this.#editor) {
      const isAsTaken = this.#editor.view.state.doc === this.#taken;
      this.#editor.draft = isAsTaken ? draft : draftBefore(draft, this.#editor.draft);
      this.#taken = this.#editor.view.state.doc;
      this.#editor.view.focus();
    }
  }

  reread(sessionId: string): void {
    if (sessionId === this.#sessionId) {
      this.#begin(this.#desk.kept(sessionId));
    }
  }

  insert({ mentions, text, focus }: Insertion): void {
    this.#editor?.insert(text ?? '', mentions);
    if (focus) {
      this.focus();
    }
  }

  suggest(suggestion: Suggestion): void {
    const { dismissed } = this.state;
    const isSame = placeOf(suggestion.mention) === dismissed;
    this.setState({ suggestion, dismissed: isSame ? dismissed : undefined });
  }

  focus(): void {
    this.#editor?.view.focus();
  }

  render({ shell, session, host }: Props): ComponentChild {
    return (
      <div class="composer">
        <ContextRow
          suggestion={this.#offered()}
          weight={this.state.weight}
          host={host}
          add={mention => this.insert({ mentions: [mention], focus: true })}
          dismiss={mention => this.setState({ dismissed: placeOf(mention) })}
        />
        <div class="composer-field" ref={this.#place} onClick={() => this.focus()} />
        {this.state.problem === '' ? null : (
          <div class="composer-problem" role="alert">
            {this.state.problem}
          </div>
        )}
        <div class="composer-row">
          <div class="pickers">
            <button
              type="button"
              class="icon-button"
              title={t('attach')}
              aria-label={t('attach')}
              onClick={() => this.#editor && askForMention(this.#editor.view)}
            >
              <Icon name="attach" />
            </button>
            <Pickers shell={shell} state={session?.state} host={host} />
          </div>
          <span class="composer-end">
            <UsageMeter usage={session?.state.usage} />
            <SendButtons
              turn={turnOf(session)}
              isEmpty={this.state.isEmpty}
              enterSends={shell.preferences.enterSends}
              send={() => void this.#send()}
              stop={() => host.tell(Stop, { sessionId: this.#sessionId })}
            />
          </span>
        </div>
      </div>
    );
  }

  get #sessionId(): string {
    return this.props.session?.state.id ?? '';
  }

  /** The text goes at once, or with what was pasted a moment ago, and comes back if the prompt could not be taken. */
  async #send(): Promise<void> {
    const shown = this.#sessionId;
    await this.#arrivals.settled;
    if (shown !== this.#sessionId) {
      return;
    }
    const { host, session } = this.props;
    const written = this.#editor?.draft ?? [];
    if (!this.#editor || isEmpty(written)) {
      return;
    }
    const { mention, follows } = this.#offered();
    const draft: Draft = follows && mention ? [...written, { kind: 'mention', mention }] : written;
    this.#editor.draft = [];
    this.setState({ problem: '' });
    if (!isWorking(session)) {
      this.props.sent();
    }
    const sessionId = session ? { sessionId: session.state.id } : {};
    const from = this.#sessionId;
    const taken = await host.ask(Send, { ...sessionId, draft: flatDraft(draft) }).then(
      answer => answer.taken,
      () => false,
    );
    if (!taken) {
      this.#desk.change(from, since => draftBefore(written, since));
      this.setState({ problem: t('notSent') });
    }
  }

  #changed(draft: Draft): void {
    this.#desk.keep(this.#sessionId, draft);
    this.#scale.weigh(draft, this.#sessionId);
    const nowEmpty = isEmpty(draft);
    if (nowEmpty !== this.state.isEmpty) {
      this.setState({ isEmpty: nowEmpty });
    }
  }

  #weighed(weight: DraftWeight | undefined, draft: Draft): void {
    if (weight && this.#editor) {
      showWeights(this.#editor.view, draft, weight);
    }
    if (weight !== this.state.weight) {
      this.setState({ weight });
    }
  }

  #offered(): Suggestion {
    return offered(this.state.suggestion, this.#editor?.draft ?? [], this.state.dismissed);
  }

  /** A draft written before there was a session moves into the first one. */
  #switchSession(beforeId: string | undefined): void {
    this.#history.leave();
    this.setState({ problem: '' });
    const kept = this.#desk.kept(this.#sessionId);
    const moves = beforeId === undefined && kept.length === 0;
    if (this.#editor && !moves) {
      this.#begin(kept);
    } else if (this.#editor) {
      this.#desk.keep('', []);
      this.#desk.keep(this.#sessionId, this.#editor.draft);
    }
  }

  /** Shows a draft that was kept: there is nothing to keep again. */
  #begin(draft: Draft): void {
    this.#editor?.begin(draft);
    this.#scale.weigh(draft, this.#sessionId);
    this.setState({ isEmpty: isEmpty(draft) });
  }

  #showPlaceholder(): void {
    const words = placeholderWords(this.props.shell, this.props.session);
    if (words !== this.#words) {
      this.#words = words;
      this.#editor?.setPlaceholder(words);
    }
  }
}
