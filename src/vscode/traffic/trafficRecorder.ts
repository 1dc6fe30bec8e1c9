import type { AnyMessage } from '@agentclientprotocol/sdk';
import type * as vscode from 'vscode';
import {
  emptyTraffic,
  createTrafficMessage,
  appendTrafficMessage,
  type TrafficMessage,
} from '../../core/traffic/trafficLog.ts';
import { onDidChangeSettings, getSetting } from '../settings.ts';

/** Keeps what passes between us and the agents, as far as `accord.trace` says. */
export class TrafficRecorder implements vscode.Disposable {
  readonly #secrets = new Map<string, readonly string[]>();
  #log = emptyTraffic;
  /** Kept here: reading a setting takes longer than all else that is done with a message. */
  #level = getSetting('trace');
  readonly #watch = onDidChangeSettings(['trace'], () => {
    this.#level = getSetting('trace');
  });

  get passages(): readonly TrafficMessage[] {
    return this.#log.messages;
  }

  get dropped(): number {
    return this.#log.dropped;
  }

  /** From now on these are not kept of what is said with the agent. */
  setSecrets(agent: string, secrets: readonly string[]): void {
    this.#secrets.set(agent, secrets);
  }

  add(agent: string, direction: 'in' | 'out', message: AnyMessage): void {
    if (this.#level !== 'off') {
      const about = { agent, direction, atMs: Date.now() };
      const passage = createTrafficMessage(message, about, this.#level, this.#secrets.get(agent));
      this.#log = appendTrafficMessage(this.#log, passage);
    }
  }

  clear(): void {
    this.#log = emptyTraffic;
  }

  dispose(): void {
    this.#watch.dispose();
  }
}
