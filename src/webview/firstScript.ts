/**
 * The first script of the page, which is part of its HTML. It keeps what the user types until the composer has loaded,
 * and loads everything else as soon as VS Code shows the page.
 */
import type * as Main from './main.tsx';
import type { EnteredText } from './state/firstField.ts';

declare const acquireVsCodeApi: () => Main.VsCodeApi;

const own = document.currentScript;
const box = document.querySelector<HTMLElement>('.first-field');
const field = box?.querySelector('textarea');

if (box && field) {
  const entered: EnteredText[] = [];
  const first = { box, field, entered, isComposing: false };
  window.accordFirstField = first;
  field.addEventListener('compositionstart', () => (first.isComposing = true));
  field.addEventListener('compositionend', () => (first.isComposing = false));
  field.addEventListener('keydown', event => {
    if (event.key === 'Enter' && !event.isComposing && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      if (field.value.trim() !== '') {
        entered.push({ text: field.value, withModifier: event.ctrlKey || event.metaKey });
        field.value = '';
      }
    }
  });
}

if (own instanceof HTMLScriptElement) {
  const { script = '', style = '' } = own.dataset;
  window.addEventListener('load', () => void loadPage(script, style), { once: true });
}

async function loadPage(script: string, style: string): Promise<void> {
  const api = acquireVsCodeApi();
  // Tells the extension that the user sees the page: a task after the next frame.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's own method, not the window's
  requestAnimationFrame(() => setTimeout(() => api.postMessage('painted')));
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = style;
  document.head.append(link);
  const styled = new Promise(resolve => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own bundle, made from that file
  const main = (await import(script)) as typeof Main;
  await styled;
  main.start(api);
}
