import type * as vscode from 'vscode';
import type { SessionState } from '../../core/session/state/sessionState.ts';

const KEY = 'accord.needsSignIn';

/** Remembers which agents asked for a sign-in when they were used last. */
export class RequiredSignIns {
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  has(agentId: string): boolean {
    return this.#ids().includes(agentId);
  }

  async update({ agentId, status }: SessionState): Promise<void> {
    const before = this.has(agentId);
    const now = status.kind === 'signIn' || (before && status.kind !== 'idle');
    if (now !== before) {
      const others = this.#ids().filter(id => id !== agentId);
      await this.#memento.update(KEY, now ? [...others, agentId] : others);
    }
  }

  #ids(): readonly unknown[] {
    const ids = this.#memento.get<unknown>(KEY);
    return Array.isArray(ids) ? ids : [];
  }
}
