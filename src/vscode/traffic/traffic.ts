import type { AnyMessage } from '@agentclientprotocol/sdk';
import type * as vscode from 'vscode';
import {
  emptyTraffic,
  passageOf,
  withPassage,
  type Passage,
  type TraceLevel,
} from '../../core/traffic/trafficLog.ts';
import { onDidChangeSettings, setting } from '../settings.ts';

/** Keeps what passes between us and the agents, as far as `accord.trace` says. */
export class Traffic implements vscode.Disposable {
  #log = emptyTraffic;
  /** Kept here: reading a setting takes longer than all else that is done with a message. */
  #level = levelNow();
  readonly #watch = onDidChangeSettings(['trace'], () => {
    this.#level = levelNow();
  });

  get passages(): readonly Passage[] {
    return this.#log.passages;
  }

  get dropped(): number {
    return this.#log.dropped;
  }

  add(agent: string, direction: 'in' | 'out', message: AnyMessage): void {
    if (this.#level !== 'off') {
      const about = { agent, direction, atMs: Date.now() };
      this.#log = withPassage(this.#log, passageOf(message, about, this.#level));
    }
  }

  clear(): void {
    this.#log = emptyTraffic;
  }

  dispose(): void {
    this.#watch.dispose();
  }
}

const levelNow = (): TraceLevel => setting('trace') ?? 'off';
