import 'vscode-jsonrpc/browser';
import { render } from 'preact';
import type { MessageConnection } from 'vscode-jsonrpc';
import {
  SessionChanged,
  DraftSaved,
  Focused,
  InsertMentions,
  PlaySound,
  Ready,
  ReviewDetailsChanged,
  ShowReview,
  Reset,
  ReviewChanged,
  ScaleImage,
  ShellChanged,
  ImplicitContextChanged,
} from '../core/chat/messages.ts';
import { connectPort } from '../core/chat/port.ts';
import { App } from './app/app.tsx';
import { ComposerProxy } from './state/composerContext.ts';
import type { Host } from './state/host.ts';
import { setHighlighterUrl } from './code/loadHighlighter.ts';
import { setFirstFieldHidden } from './composer/draft/firstText.ts';
import { SavedState, type WebviewStateApi } from './state/savedState.ts';
import { scaleImage } from './media/scaleImage.ts';
import { setThumbnailStore } from './media/thumbnails.ts';
import { ChatStore } from './state/chatStore.ts';
import { applyFontSize } from './ui/applyFontSize.ts';
import { playSound } from './media/playSound.ts';
import { setTranslations } from '../core/l10n.ts';
import { ReviewDetailsContext, ReviewDetailsStore } from './state/reviewDetails.ts';
import { AnswersContext } from './state/useSavedAnswer.ts';

/** VS Code's own API of a page. */
export interface VsCodeApi extends WebviewStateApi {
  postMessage(message: unknown): void;
}

/** Called by the first script of the page. */
export function start(api: VsCodeApi): void {
  const root = document.querySelector<HTMLElement>('#root');
  if (root) {
    loadTranslations(root.dataset['strings']);
    setHighlighterUrl(new URL('highlighter.js', import.meta.url).href);
    showChat(root, api);
  }
}

/** Renders the page, and updates it with the messages of the extension. */
function showChat(root: HTMLElement, api: VsCodeApi): void {
  const connection = connect(api);
  const host = createHost(connection);
  const saved = new SavedState(api);
  setThumbnailStore(saved);
  const composer = new ComposerProxy();
  const details = new ReviewDetailsStore(view => host.sendNotification(ShowReview, view));
  const nonce = root.dataset['nonce'] ?? '';
  const store = new ChatStore(view => {
    applyFontSize(document.documentElement, view.shell.preferences.fontSizePx);
    saved.saveShownSession(view.session?.state.id);
    details.setSession(view.session?.state.id ?? '');
    setFirstFieldHidden(view.shell.unavailableReason !== undefined);
    render(
      <AnswersContext.Provider value={saved}>
        <ReviewDetailsContext.Provider value={details}>
          <App {...{ view, store, host, saved, composer, nonce }} />
        </ReviewDetailsContext.Provider>
      </AnswersContext.Provider>,
      root,
    );
  });
  connection.onNotification(ReviewDetailsChanged, changed => details.apply(changed));
  handleMessages(connection, store, saved, composer);
  host.sendNotification(Ready);
  window.addEventListener('focus', () => host.sendNotification(Focused));
  if (document.hasFocus()) {
    host.sendNotification(Focused); // The user has clicked into the page while it was loading.
  }
  details.sendView();
}

const connect = (api: VsCodeApi): MessageConnection =>
  connectPort({
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's own method, not the window's
    post: message => api.postMessage(message),
    onMessage: listener => {
      const listen = (event: MessageEvent<unknown>): void => listener(event.data);
      window.addEventListener('message', listen);
      return { dispose: () => window.removeEventListener('message', listen) };
    },
  });

const createHost = (connection: MessageConnection): Host => ({
  sendNotification: (type: { readonly method: string }, ...params: readonly unknown[]) =>
    void connection.sendNotification(type.method, ...params),
  sendRequest: (type, params, token) => connection.sendRequest(type.method, params, token),
});

function handleMessages(
  connection: MessageConnection,
  store: ChatStore,
  saved: SavedState,
  composer: ComposerProxy,
): void {
  connection.onNotification(Reset, view => {
    if (view.draft) {
      saved.mergeDraft(view.session?.state.id ?? '', view.draft);
    }
    store.reset(view);
  });
  connection.onNotification(DraftSaved, ({ sessionId, ...draft }) => {
    if (saved.mergeDraft(sessionId, draft)) {
      composer.reloadDraft(sessionId);
    }
  });
  connection.onNotification(SessionChanged, change => store.applyChange(change));
  connection.onNotification(ShellChanged, shell => store.setShell(shell));
  // The insertion belongs to the session of a preceding reset, which is rendered in the next frame.
  connection.onNotification(InsertMentions, insertion => {
    requestAnimationFrame(() => composer.insert(insertion));
  });
  connection.onNotification(ImplicitContextChanged, suggestion =>
    composer.setSuggestion(suggestion),
  );
  connection.onNotification(ReviewChanged, review => store.setReview(review));
  connection.onRequest(ScaleImage, scaleImage);
  connection.onNotification(PlaySound, ({ reason }) => playSound(reason));
  connection.listen();
}

/** Uses the translations that the extension put on the page, if any. */
function loadTranslations(json: string | undefined): void {
  if (json !== undefined) {
    const strings: unknown = JSON.parse(json);
    if (typeof strings === 'object' && strings !== null) {
      setTranslations(
        Object.fromEntries(Object.entries(strings).map(([key, text]) => [key, String(text)])),
      );
    }
  }
}
