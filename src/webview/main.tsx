import 'vscode-jsonrpc/browser';
import { render } from 'preact';
import {
  Changed,
  DraftKept,
  FindPending,
  Focused,
  Insert,
  Ready,
  Reset,
  ReviewChanged,
  ScaleImage,
  ShellChanged,
  Suggest,
} from '../core/chat/messages.ts';
import { connectPort } from '../core/chat/port.ts';
import { App } from './app.tsx';
import { ComposerSlot } from './composer/composerContext.ts';
import type { Host } from './host.ts';
import { highlighterIsAt } from './markdown/loadHighlighter.ts';
import { SavedState, type StateKeeper } from './saved.ts';
import { scaleImage } from './scaleImage.ts';
import { Store } from './store.ts';
import { speakFrom } from '../core/words.ts';
import { AnswersContext } from './useAnswer.ts';
import type { View } from './view.ts';

declare function acquireVsCodeApi(): StateKeeper & { postMessage(message: unknown): void };

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
    signal: what => void connection.sendNotification(what),
    tell: (what, params) => void connection.sendNotification(what.method, params),
    ask: (what, params, cancelled) => connection.sendRequest(what.method, params, cancelled),
  };
  const saved = new SavedState(api);
  const composer = new ComposerSlot();
  const nonce = root.dataset['nonce'] ?? script?.nonce ?? '';
  const draw = (view: View): void => {
    saved.keepShown(view.session?.state.id);
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
  const store = new Store(draw);
  connection.onNotification(Reset, view => {
    if (view.draft) {
      saved.offer(view.session?.state.id ?? '', view.draft);
    }
    store.reset(view);
  });
  connection.onNotification(DraftKept, ({ sessionId, ...kept }) => {
    if (saved.offer(sessionId, kept)) {
      composer.reread(sessionId);
    }
  });
  connection.onNotification(Changed, change => store.change(change));
  connection.onNotification(ShellChanged, shell => store.shell(shell));
  // It belongs to the session that a reset just before has brought: that is drawn in the next frame.
  connection.onNotification(Insert, insertion => {
    requestAnimationFrame(() => composer.insert(insertion));
  });
  connection.onNotification(Suggest, suggestion => composer.suggest(suggestion));
  connection.onNotification(ReviewChanged, review => store.review(review));
  connection.onRequest(ScaleImage, scaleImage);
  connection.listen();
  host.signal(Ready);
  window.addEventListener('focus', () => host.signal(Focused));
  void host.ask(FindPending, {}).then(review => store.review(review));
}

/** Another language, if the extension put one on the page. */
function takeLanguage(json: string | undefined): void {
  if (json !== undefined) {
    const strings: unknown = JSON.parse(json);
    if (typeof strings === 'object' && strings !== null) {
      speakFrom(
        Object.fromEntries(Object.entries(strings).map(([key, text]) => [key, String(text)])),
      );
    }
  }
}

const root = document.querySelector<HTMLElement>('#root');
if (root) {
  takeLanguage(root.dataset['strings']);
  if (script?.src) {
    highlighterIsAt(new URL('highlighter.js', script.src).href);
  }
  start(root);
}
