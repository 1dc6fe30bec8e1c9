import type { AnyMessage } from '@agentclientprotocol/sdk';
import type * as vscode from 'vscode';
import {
  emptyTraffic,
  createTrafficMessage,
  appendTrafficMessage,
  replaceTrafficMessages,
  type TrafficMessage,
} from '../../core/traffic/trafficLog.ts';
import { SplitSecrets } from '../../core/traffic/splitSecrets.ts';
import { onDidChangeSettings, getSetting } from '../settings.ts';

/** Records the messages to and from agents, as `accord.trace` says. */
export class TrafficRecorder implements vscode.Disposable {
  readonly #secrets = new Map<string, readonly string[]>();
  readonly #splitSecrets = new SplitSecrets();
  #log = emptyTraffic;
  /** Cached, since reading a setting takes longer than recording a message. */
  #level = getSetting('trace');
  readonly #onDidChangeSettings = onDidChangeSettings(['trace'], () => {
    this.#level = getSetting('trace');
  });

  get messages(): readonly TrafficMessage[] {
    return this.#log.messages;
  }

  get dropped(): number {
    return this.#log.dropped;
  }

  /** Sets the values to redact in the messages of an agent. */
  setSecrets(agent: string, secrets: readonly string[]): void {
    this.#secrets.set(agent, secrets);
  }

  add(agent: string, direction: 'in' | 'out', message: AnyMessage): void {
    if (this.#level !== 'off') {
      const context = { agent, direction, atMs: Date.now() };
      const secrets = this.#secrets.get(agent);
      const logged = createTrafficMessage(message, context, this.#level, secrets);
      this.#log = replaceTrafficMessages(
        appendTrafficMessage(this.#log, logged),
        this.#splitSecrets.add(message, logged, secrets),
      );
    }
  }

  clear(): void {
    this.#log = emptyTraffic;
    this.#splitSecrets.clear();
  }

  dispose(): void {
    this.#onDidChangeSettings.dispose();
  }
}
