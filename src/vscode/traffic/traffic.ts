import type { AnyMessage } from '@agentclientprotocol/sdk';
import {
  emptyTraffic,
  passageOf,
  withPassage,
  type Passage,
} from '../../core/traffic/trafficLog.ts';
import { setting } from '../settings.ts';

/** Keeps what passes between us and the agents, as far as `accord.trace` says. */
export class Traffic {
  #log = emptyTraffic;

  get passages(): readonly Passage[] {
    return this.#log.passages;
  }

  get dropped(): number {
    return this.#log.dropped;
  }

  add(agent: string, direction: 'in' | 'out', message: AnyMessage): void {
    const level = setting('trace') ?? 'off';
    if (level !== 'off') {
      const about = { agent, direction, atMs: Date.now() };
      this.#log = withPassage(this.#log, passageOf(message, about, level));
    }
  }

  clear(): void {
    this.#log = emptyTraffic;
  }
}
