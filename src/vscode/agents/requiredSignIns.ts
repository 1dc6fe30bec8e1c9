import type * as vscode from 'vscode';
import type { SessionState } from '../../core/session/state/sessionState.ts';

const KEY = 'accord.needsSignIn';

/** Remembers which agents asked for a sign-in the last time somebody talked to them. */
export class RequiredSignIns {
  readonly #memory: vscode.Memento;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  has(agentId: string): boolean {
    return this.#ids().includes(agentId);
  }

  /** Takes in how a session stands with its agent. */
  async update({ agentId, status }: SessionState): Promise<void> {
    const before = this.has(agentId);
    const now = status.kind === 'signIn' || (before && status.kind !== 'idle');
    if (now !== before) {
      const others = this.#ids().filter(id => id !== agentId);
      await this.#memory.update(KEY, now ? [...others, agentId] : others);
    }
  }

  #ids(): readonly unknown[] {
    const ids = this.#memory.get<unknown>(KEY);
    return Array.isArray(ids) ? ids : [];
  }
}
