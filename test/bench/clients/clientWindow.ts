import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Frame } from 'playwright-core';
import { openBenchWindow, type BenchWindow } from '../../harness/bench/benchWindow.ts';
import { waitUntil } from '../../harness/waitUntil.ts';
import { webviewFrames } from '../webviewFrame.ts';
import type { AgentCommand, ClientAdapter } from './clientAdapter.ts';
import type * as Inside from './client.host.ts';

const OPEN_TIMEOUT_MS = 60_000;
const LOOK_MS = 20;
/** Enough time for the extensions that VS Code starts last, and for garbage to be collected. */
const CALM_MS = 3_000;

/** An extension to measure, and how to drive it. */
export interface MeasuredClient {
  readonly adapter: ClientAdapter;
  /** Our own extension has none. */
  readonly vsix?: string;
}

/** A chat that was just opened. */
export interface OpenedChat {
  readonly chat: Frame;
  /** From the command to the composer. */
  readonly tookMs: number;
  /** From the command to the complete page. */
  readonly completeMs: () => Promise<number>;
}

/** Loads the adapter of a client from its module. */
export async function loadClient(vsix: string, adapterFile: string): Promise<MeasuredClient> {
  const module: unknown = await import(pathToFileURL(path.resolve(adapterFile)).href);
  return {
    vsix: path.resolve(vsix),
    adapter: (module as { readonly default: ClientAdapter }).default,
  };
}

/** A window in which one client is installed. */
export class ClientWindow {
  readonly window: BenchWindow<typeof Inside>;
  readonly adapter: ClientAdapter;

  private constructor(window: BenchWindow<typeof Inside>, adapter: ClientAdapter) {
    this.window = window;
    this.adapter = adapter;
  }

  static async open({ adapter, vsix }: MeasuredClient, agent: AgentCommand): Promise<ClientWindow> {
    const window = await openBenchWindow<typeof Inside>('test/bench/clients/client.host.ts', {
      isolateWebviews: true,
      settings: adapter.settings(agent),
      ...(vsix === undefined ? {} : { vsix }),
    });
    await window.page.addInitScript(notePaints(adapter));
    return new ClientWindow(window, adapter);
  }

  /** Loads the window again and waits until it is calm. The chat is hidden. */
  async reload(): Promise<void> {
    await this.#forgetLayout();
    await this.window.reload();
    await waitUntil(() => this.window.call('isActive', this.adapter.id), OPEN_TIMEOUT_MS);
    await sleep(CALM_MS);
  }

  /** Shows the chat, and measures until its composer is on screen and can be edited. */
  async openChat(): Promise<OpenedChat> {
    const startMs = await this.window.call('start', this.adapter.openCommand);
    const { atMs } = await this.#noted('benchComposerAtMs');
    return {
      chat: await this.chatFrame(),
      tookMs: atMs - startMs,
      completeMs: async () => (await this.#noted('benchCompleteAtMs')).atMs - startMs,
    };
  }

  /** The page of the open chat. */
  async chatFrame(): Promise<Frame> {
    const { frame } = await this.#noted('benchComposerAtMs');
    return waitUntil(() => frame.childFrames()[0], OPEN_TIMEOUT_MS);
  }

  /** How long VS Code needed to load and activate the extension, as its list of running extensions shows it. */
  async activationMs(): Promise<number> {
    const { page } = this.window;
    await this.window.call('run', 'workbench.action.showRuntimeExtensions');
    const row = page.locator('.runtime-extensions-editor .extension', {
      has: page.getByText(this.adapter.displayName, { exact: true }),
    });
    const text = await row.locator('.activation-time').textContent({ timeout: OPEN_TIMEOUT_MS });
    await this.window.call('run', 'workbench.action.closeActiveEditor');
    return Number(/(\d+)\s*ms/.exec(text ?? '')?.[1] ?? NaN);
  }

  /** Hides the chat, which unloads its page. */
  async hideChat(): Promise<void> {
    await this.window.call('run', 'workbench.action.closeAuxiliaryBar');
    const isGone = (): boolean =>
      !webviewFrames(this.window.page).some(frame => frame.url().includes('/webview/'));
    await waitUntil(isGone, OPEN_TIMEOUT_MS);
  }

  /** Removes what VS Code has stored in the browser, because it would show the chat again. */
  async #forgetLayout(): Promise<void> {
    const { page } = this.window;
    const { origin } = new URL(page.url());
    await page.goto('about:blank');
    const debug = await page.context().newCDPSession(page);
    await debug.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
    await debug.detach();
  }

  async #noted(name: string): Promise<{ readonly frame: Frame; readonly atMs: number }> {
    const deadlineMs = Date.now() + OPEN_TIMEOUT_MS;
    while (Date.now() < deadlineMs) {
      for (const frame of webviewFrames(this.window.page)) {
        const atMs = await frame.evaluate<number>(`window.${name} ?? 0`).catch(() => 0);
        if (atMs > 0) {
          return { frame, atMs };
        }
      }
      await sleep(LOOK_MS);
    }
    throw new Error(`${this.adapter.name} shows no composer.`);
  }

  async close(): Promise<void> {
    await this.window.close();
  }
}

/**
 * A script that notes when the composer of a webview was painted, and when the whole page was. It watches from the frame
 * around the page, because VS Code writes the page into an existing frame, which stops scripts, and shows that frame when
 * the page has loaded.
 */
const notePaints = ({ composer, complete }: ClientAdapter): string => `
  if (window !== window.top) {
    const find = selector => document.querySelector('iframe#active-frame')?.contentDocument?.querySelector(selector);
    const isEditable = field => field.isContentEditable || (field.disabled ?? field.readOnly) === false;
    const note = (name, isPainted) => {
      const look = () => {
        if (isPainted()) {
          setTimeout(() => { window[name] = Date.now(); });
        } else {
          requestAnimationFrame(look);
        }
      };
      requestAnimationFrame(look);
    };
    note('benchComposerAtMs', () => {
      const field = find(${JSON.stringify(composer)});
      return field?.checkVisibility() && isEditable(field);
    });
    note('benchCompleteAtMs', () => find(${JSON.stringify(complete)})?.checkVisibility());
  }`;
