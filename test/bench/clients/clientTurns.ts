import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Frame } from 'playwright-core';
import { inProject } from '../../harness/paths.ts';
import { measureTyping } from '../pageMeasurements.ts';
import { watchEnd } from '../watchEnd.ts';
import type { AgentCommand } from './clientAdapter.ts';
import type { ClientWindow } from './clientWindow.ts';

/** Enough time for turns to end, for highlighting to finish, and for garbage to be collected. */
const CALM_MS = 2_500;

/** What was measured in one turn, in milliseconds. */
export interface MeasuredTurn {
  /** From the Enter key to the arrival of the prompt in the agent. */
  readonly sendMs: number;
  /** From the agent's first message until its last text was painted. */
  readonly tookMs: number;
  /** The longest task of the page. */
  readonly longestMs: number;
  /** How many characters of the conversation are on the page. */
  readonly textChars: number;
}

/** The turns of one client with an agent that writes as fast as it can. */
export class ClientTurns {
  readonly #client: ClientWindow;
  readonly #notes: string;
  #chat: Frame | undefined;

  constructor(client: ClientWindow, notes: string) {
    this.#client = client;
    this.#notes = notes;
  }

  /** The agent, which writes when it begins and ends to the file of notes. */
  static agent(notes: string): AgentCommand {
    return { command: process.execPath, args: [inProject('test/bench/burstAgent.ts'), notes] };
  }

  /** Opens the chat and prepares it for prompts. */
  async begin(): Promise<void> {
    const { adapter, window } = this.#client;
    const opened = await this.#client.openChat();
    await opened.completeMs();
    await adapter.prepare?.(opened.chat, window.page);
    this.#chat = opened.chat;
  }

  /** Sends a prompt in a new session and measures its turn. */
  async measure(prompt: string): Promise<MeasuredTurn> {
    const { adapter } = this.#client;
    const chat = await this.#newSession();
    const end = watchEnd(chat, adapter.tail);
    const enterMs = await this.#send(chat, prompt);
    const { atMs, longestMs } = await end;
    const { beganMs } = await this.#agentTimes();
    const textChars = await chat.evaluate<number>(`(${adapter.text}).length`);
    return { sendMs: beganMs - enterMs, tookMs: atMs - beganMs, longestMs, textChars };
  }

  /** Types while text streams in. Returns the time from a key to the screen, and how far the page was behind at the end. */
  async measurePaced(
    prompt: string,
  ): Promise<{ readonly keyMs: number; readonly behindMs: number }> {
    const { adapter, window } = this.#client;
    const chat = await this.#newSession();
    const end = watchEnd(chat, adapter.tail);
    await this.#send(chat, prompt);
    const keyMs = await measureTyping(chat, adapter.composer);
    const { atMs } = await end;
    await window.page.keyboard.press('ControlOrMeta+a');
    await window.page.keyboard.press('Delete');
    return { keyMs, behindMs: atMs - (await this.#agentTimes()).endedMs };
  }

  async #newSession(): Promise<Frame> {
    const { adapter, window } = this.#client;
    await window.call('run', adapter.newSessionCommand);
    await sleep(CALM_MS);
    if (!this.#chat || this.#chat.isDetached()) {
      this.#chat = await this.#client.chatFrame();
    }
    return this.#chat;
  }

  /** Returns when Enter was pressed. */
  async #send(chat: Frame, prompt: string): Promise<number> {
    const { adapter, window } = this.#client;
    await writeFile(this.#notes, '');
    await chat.focus(adapter.composer);
    await window.page.keyboard.insertText(prompt);
    await sleep(CALM_MS / 5); // A user needs longer from the last letter to Enter.
    const pressed = chat.evaluate<number>(`new Promise(resolve => {
      window.addEventListener('keydown', () => resolve(Date.now()), { capture: true, once: true });
    })`);
    await sleep(50);
    await window.page.keyboard.press('Enter');
    return pressed;
  }

  /** When the agent began and ended its last turn. */
  async #agentTimes(): Promise<{ readonly beganMs: number; readonly endedMs: number }> {
    const lines = (await readFile(this.#notes, 'utf8')).trim().split('\n');
    const [first, last] = lines.map(line => JSON.parse(line) as { readonly atMs: number });
    return { beganMs: first?.atMs ?? NaN, endedMs: last?.atMs ?? NaN };
  }
}

/** The file of notes of a client. */
export const notesFile = (folder: string, name: string): string =>
  path.join(folder, `${name.replaceAll(/\W/g, '')}.notes`);
