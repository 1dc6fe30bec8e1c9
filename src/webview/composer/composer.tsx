import type { Text } from '@codemirror/state';
import { Component, type ComponentChild, createRef } from 'preact';
import {
  type DraftEstimate,
  type Insertion,
  type MentionSuggestion,
  OpenMention,
  PrepareSession,
  Send,
  type SendParams,
  Stop,
  type ImplicitContext,
} from '../../core/chat/messages.ts';
import { type Draft, joinDrafts, isEmptyDraft } from '../../core/prompt/draft.ts';
import type { Delivery, SessionState } from '../../core/session/state/sessionState.ts';
import { t } from '../ui/strings.ts';
import { isWorking, getSentPrompts } from '../state/viewState.ts';
import { PendingInsertions } from './draft/pendingInsertions.ts';
import { showMentionEstimates } from './editor/mentionChips.tsx';
import { startMentionCompletion, refreshCommandCompletion } from './editor/completions.tsx';
import type { ComposerAccess } from '../state/composerContext.ts';
import { AttachMenu } from './attachMenu.tsx';
import type { ComposerProps, ComposerState } from './composerProps.ts';
import { ContextRow } from './contextRow.tsx';
import { ComposerDrafts } from './draft/composerDrafts.ts';
import { DraftEstimator } from './draft/draftEstimator.ts';
import { takeFirstText } from './draft/firstText.ts';
import { PromptEditor } from './editor/promptEditor.ts';
import { MentionTokens } from './editor/mentionTokens.ts';
import { visibleSuggestion, getDocumentUri } from './visibleSuggestion.ts';
import { Pickers } from './pickers/pickers.tsx';
import { createMessage } from './createMessage.ts';
import { placeholderText } from './placeholderText.ts';
import { PromptHistory } from './editor/promptHistory.ts';
import { SendButtons, getTurnState } from './sendButtons.tsx';
import { UsageMeter } from './usageMeter.tsx';

/** The input of the chat. It is never disabled: prompts sent during a turn are queued. */
export class Composer extends Component<ComposerProps, ComposerState> implements ComposerAccess {
  override state: ComposerState = { isEmpty: true, problem: '', suggestion: { follows: false } };
  #container = createRef<HTMLDivElement>();
  #editor: PromptEditor | undefined;
  #tokens = new MentionTokens();
  #history = new PromptHistory(() => getSentPrompts(this.props.session));
  #placeholder = '';
  /** A prompt was sent without an agent, and the user is asked for one. */
  #isChoosingAgent = false;
  /** The text as `prependDraft` has set it, to notice whether the user has edited it. */
  #prependedText: Text | undefined;
  #drafts = new ComposerDrafts(this.props.host, this.props.saved, () => this.#sessionId);
  #insertions = new PendingInsertions(this.props.host, this.#drafts, problem =>
    this.setState({ problem }),
  );
  #estimator = new DraftEstimator(this.props.host, (estimate, draft) =>
    this.#showEstimate(estimate, draft),
  );

  override componentDidMount(): void {
    const { host, nonce, slot } = this.props;
    if (!this.#container.current) {
      return;
    }
    const draft = this.#drafts.getDraft(this.#sessionId);
    this.#editor = new PromptEditor(this.#container.current, {
      host,
      nonce,
      draft,
      tokens: this.#tokens,
      history: this.#history,
      commands: () => this.props.session?.state.commands ?? [],
      enterSends: () => this.props.shell.preferences.enterSends,
      send: () => void this.#send(),
      sendOtherwise: () => this.#sendOtherwise(),
      onChange: changed => this.#onDidChangeDraft(changed),
      onBlur: () => this.#drafts.flush(), // A click elsewhere may close the session.
      paste: data => this.#insertions.paste(data),
      chooseMention: choose => void this.#insertions.chooseMention(choose),
      open: mention => host.sendNotification(OpenMention, { mention }),
      onTooLong: () => this.setState({ problem: t('draftTooLong') }),
    });
    this.#drafts.editor = this.#editor;
    this.#estimator.schedule(draft, this.#sessionId);
    this.#showPlaceholder();
    this.setState({ isEmpty: isEmptyDraft(draft) });
    slot.attach(this);
    takeFirstText({
      editor: this.#editor,
      enterSends: () => this.props.shell.preferences.enterSends,
      send: entered => this.#sendBefore(entered),
    });
  }

  /** The composer does not depend on the transcript. */
  override shouldComponentUpdate(next: ComposerProps, state: ComposerState): boolean {
    const { shell, session } = this.props;
    return next.shell !== shell || next.session?.state !== session?.state || state !== this.state;
  }

  override componentDidUpdate(before: ComposerProps): void {
    if ((before.session?.state.id ?? '') !== this.#sessionId) {
      this.#switchSession(before.session?.state.id);
    }
    this.#onDidChangeSession(before.session?.state, this.props.session?.state);
    this.#showPlaceholder();
  }

  /** Reacts to new commands and capabilities of the agent. */
  #onDidChangeSession(before: SessionState | undefined, now: SessionState | undefined): void {
    if (this.#editor && before?.commands !== now?.commands) {
      refreshCommandCompletion(this.#editor.view);
    }
    if (this.#editor && !before?.promptCapabilities && now?.promptCapabilities) {
      this.#estimator.schedule(this.#editor.draft, this.#sessionId); // The representation of mentions depends on the capabilities.
    }
  }

  override componentWillUnmount(): void {
    this.props.slot.attach(undefined);
    this.#estimator.stop();
    this.#drafts.flush();
    this.#editor?.dispose();
  }

  prependDraft(draft: Draft): void {
    if (this.#editor) {
      const isUnedited = this.#editor.view.state.doc === this.#prependedText;
      this.#editor.draft = isUnedited ? draft : joinDrafts(draft, this.#editor.draft);
      this.#prependedText = this.#editor.view.state.doc;
      this.#editor.view.focus();
    }
  }

  reloadDraft(sessionId: string): void {
    if (sessionId === this.#sessionId) {
      this.#resetDraft(this.#drafts.getDraft(sessionId));
    }
  }

  insert({ mentions, text, focus }: Insertion): void {
    this.#editor?.insert(text ?? '', mentions);
    if (focus) {
      this.focus();
    }
  }

  setSuggestion(suggestion: ImplicitContext): void {
    const { dismissed } = this.state;
    const isSame = getDocumentUri(suggestion.mention) === dismissed;
    this.setState({ suggestion, dismissed: isSame ? dismissed : undefined });
  }

  focus(): void {
    this.#editor?.view.focus();
  }

  render({ shell, session, host }: ComposerProps): ComponentChild {
    return (
      <div class="composer">
        <ContextRow
          suggestion={this.#visibleSuggestion()}
          estimate={this.state.estimate}
          host={host}
          add={mention => this.insert({ mentions: [mention], focus: true })}
          dismiss={mention => this.setState({ dismissed: getDocumentUri(mention) })}
        />
        <div class="composer-field" ref={this.#container} onClick={() => this.focus()} />
        {this.state.problem === '' ? null : (
          <div class="composer-problem" role="alert">
            {this.state.problem}
          </div>
        )}
        <div class="composer-row">
          <AttachMenu host={host} choose={item => this.#chooseContext(item)} />
          <Pickers shell={shell} state={session?.state} host={host} />
          <span class="composer-end">
            <UsageMeter state={session?.state} />
            <SendButtons
              turn={getTurnState(session)}
              isEmpty={this.state.isEmpty}
              enterSends={shell.preferences.enterSends}
              canSteer={session?.state.canSteer === true}
              send={() => void this.#send()}
              stop={() => host.sendNotification(Stop, { sessionId: this.#sessionId })}
            />
          </span>
        </div>
      </div>
    );
  }

  /** Continues with an item of the paper clip: in the @ menu, or with a further step. */
  #chooseContext({ query, choose }: MentionSuggestion): void {
    this.focus();
    if (choose !== undefined) {
      void this.#insertions.chooseMention(choose);
    } else if (this.#editor) {
      startMentionCompletion(this.#editor.view, query ?? '');
    }
  }

  get #sessionId(): string {
    return this.props.session?.state.id ?? '';
  }

  get #canSteer(): boolean {
    return this.props.session?.state.canSteer === true;
  }

  /** While a turn runs, sends the message in the way that Enter does not. */
  #sendOtherwise(): boolean {
    const isBusy = isWorking(this.props.session);
    if (isBusy) {
      void this.#send(this.#canSteer ? 'queue' : 'stopAndSend');
    }
    return isBusy;
  }

  /** Sends the draft after pending attachments have arrived. The text is restored if the prompt was not accepted. */
  async #send(delivery: Delivery = this.#canSteer ? 'steer' : 'queue'): Promise<void> {
    const shown = this.#sessionId;
    await this.#insertions.settled;
    if (shown !== this.#sessionId) {
      return;
    }
    const written = this.#editor?.draft ?? [];
    if (this.#editor && !isEmptyDraft(written)) {
      await this.#sendWritten(written, delivery);
    }
  }

  /** Sends a text that was entered before that in the editor. Without an agent it stays, while the user is asked for one. */
  #sendBefore(entered: Draft): void {
    if (this.#editor) {
      const kept = this.#editor.draft;
      this.#editor.draft = entered;
      void this.#sendWritten(entered, 'queue');
      this.#editor.draft = this.#isChoosingAgent ? joinDrafts(entered, kept) : kept;
    }
  }

  /** Removes the text from the editor before it returns, unless the user must choose an agent first. */
  async #sendWritten(written: Draft, delivery: Delivery): Promise<void> {
    const { shell, session } = this.props;
    const { mention, follows } = this.#visibleSuggestion();
    const draft: Draft = follows && mention ? [...written, { kind: 'mention', mention }] : written;
    this.setState({ problem: '' });
    const message = createMessage(session, draft, delivery);
    const hasAgent = (session ?? shell.agentId) !== undefined;
    await (hasAgent ? this.#sendNow(written, message) : this.#sendAfterChoice(written, message));
  }

  async #sendNow(written: Draft, message: SendParams): Promise<void> {
    const from = this.#sessionId;
    if (!isWorking(this.props.session)) {
      this.props.sent();
    }
    this.#drafts.updateDraft(from, () => []);
    if (!(await this.#submit(message))) {
      this.#drafts.updateDraft(from, since => joinDrafts(written, since));
      this.setState({ problem: t('notSent') });
    }
  }

  /** The extension asks for an agent first. Meanwhile the text stays, and moves with the composer into the new session. */
  async #sendAfterChoice(written: Draft, message: SendParams): Promise<void> {
    if (this.#isChoosingAgent) {
      return;
    }
    this.#isChoosingAgent = true;
    const isAccepted = await this.#submit(message);
    this.#isChoosingAgent = false;
    if (isAccepted && JSON.stringify(this.#editor?.draft) === JSON.stringify(written)) {
      this.#drafts.updateDraft(this.#sessionId, () => []);
    }
  }

  /** Returns whether the extension has accepted the message. */
  async #submit(message: SendParams): Promise<boolean> {
    const answer = await this.props.host.sendRequest(Send, message).catch(() => undefined);
    return answer?.isAccepted ?? false;
  }

  #onDidChangeDraft(draft: Draft): void {
    this.#drafts.saveDraft(this.#sessionId, draft);
    this.#estimator.schedule(draft, this.#sessionId);
    const nowEmpty = isEmptyDraft(draft);
    if (nowEmpty !== this.state.isEmpty) {
      if (!nowEmpty && !this.props.session) {
        this.props.host.sendNotification(PrepareSession);
      }
      this.setState({ isEmpty: nowEmpty });
    }
  }

  #showEstimate(estimate: DraftEstimate | undefined, draft: Draft): void {
    if (estimate && this.#editor) {
      showMentionEstimates(this.#editor.view, draft, estimate);
    }
    if (estimate !== this.state.estimate) {
      this.setState({ estimate });
    }
  }

  #visibleSuggestion(): ImplicitContext {
    return visibleSuggestion(
      this.state.suggestion,
      this.#editor?.draft ?? [],
      this.state.dismissed,
    );
  }

  /** A draft written before there was a session moves into the first session. */
  #switchSession(beforeId: string | undefined): void {
    this.#history.reset();
    this.setState({ problem: '' });
    const kept = this.#drafts.getDraft(this.#sessionId);
    const moves = beforeId === undefined && kept.length === 0;
    if (this.#editor && !moves) {
      this.#resetDraft(kept);
    } else if (this.#editor) {
      this.#drafts.saveDraft('', []);
      this.#drafts.saveDraft(this.#sessionId, this.#editor.draft);
    }
  }

  /** Shows a stored draft, which need not be stored again. */
  #resetDraft(draft: Draft): void {
    this.#editor?.resetDraft(draft);
    this.#estimator.schedule(draft, this.#sessionId);
    this.setState({ isEmpty: isEmptyDraft(draft) });
  }

  #showPlaceholder(): void {
    const text = placeholderText(this.props.shell, this.props.session);
    if (text !== this.#placeholder) {
      this.#placeholder = text;
      this.#editor?.setPlaceholder(text);
    }
  }
}
