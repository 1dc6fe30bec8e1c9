import 'vscode-jsonrpc/browser';
import { render } from 'preact';
import {
  SessionChanged,
  DraftSaved,
  GetPendingReview,
  Focused,
  InsertMentions,
  Ready,
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
import { SavedState, type WebviewStateApi } from './state/savedState.ts';
import { scaleImage } from './media/scaleImage.ts';
import { ChatStore } from './state/chatStore.ts';
import { setTranslations } from '../core/l10n.ts';
import { AnswersContext } from './state/useSavedAnswer.ts';
import type { ViewState } from './state/viewState.ts';

declare function acquireVsCodeApi(): WebviewStateApi & { postMessage(message: unknown): void };

const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript : null;

/** Starts the page: joins it to the extension and draws what comes. */
function start(root: HTMLElement): void {
  const api = acquireVsCodeApi();
  const connection = connectPort({
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's own method, not the window's
    post: message => api.postMessage(message),
    onMessage: hear => {
      const listen = (event: MessageEvent<unknown>): void => hear(event.data);
      window.addEventListener('message', listen);
      return { dispose: () => window.removeEventListener('message', listen) };
    },
  });
  const host: Host = {
    sendSignal: what => void connection.sendNotification(what),
    sendNotification: (what, params) => void connection.sendNotification(what.method, params),
    sendRequest: (what, params, cancelled) =>
      connection.sendRequest(what.method, params, cancelled),
  };
  const saved = new SavedState(api);
  const composer = new ComposerProxy();
  const nonce = root.dataset['nonce'] ?? script?.nonce ?? '';
  const draw = (view: ViewState): void => {
    saved.saveShownSession(view.session?.state.id);
    render(
      <AnswersContext.Provider value={saved}>
        <App
          view={view}
          store={store}
          host={host}
          saved={saved}
          composer={composer}
          nonce={nonce}
        />
      </AnswersContext.Provider>,
      root,
    );
  };
  const store = new ChatStore(draw);
  connection.onNotification(Reset, view => {
    if (view.draft) {
      saved.mergeDraft(view.session?.state.id ?? '', view.draft);
    }
    store.reset(view);
  });
  connection.onNotification(DraftSaved, ({ sessionId, ...kept }) => {
    if (saved.mergeDraft(sessionId, kept)) {
      composer.reloadDraft(sessionId);
    }
  });
  connection.onNotification(SessionChanged, change => store.applyChange(change));
  connection.onNotification(ShellChanged, shell => store.setShell(shell));
  // It belongs to the session that a reset just before has brought: that is drawn in the next frame.
  connection.onNotification(InsertMentions, insertion => {
    requestAnimationFrame(() => composer.insert(insertion));
  });
  connection.onNotification(ImplicitContextChanged, suggestion =>
    composer.setSuggestion(suggestion),
  );
  connection.onNotification(ReviewChanged, review => store.setReview(review));
  connection.onRequest(ScaleImage, scaleImage);
  connection.listen();
  host.sendSignal(Ready);
  window.addEventListener('focus', () => host.sendSignal(Focused));
  void host.sendRequest(GetPendingReview, {}).then(review => store.setReview(review));
}

/** Another language, if the extension put one on the page. */
function takeLanguage(json: string | undefined): void {
  if (json !== undefined) {
    const strings: unknown = JSON.parse(json);
    if (typeof strings === 'object' && strings !== null) {
      setTranslations(
        Object.fromEntries(Object.entries(strings).map(([key, text]) => [key, String(text)])),
      );
    }
  }
}

const root = document.querySelector<HTMLElement>('#root');
if (root) {
  takeLanguage(root.dataset['strings']);
  if (script?.src) {
    setHighlighterUrl(new URL('highlighter.js', script.src).href);
  }
  start(root);
}
