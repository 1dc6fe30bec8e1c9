import type * as vscode from 'vscode';

/** A memento that lasts as long as the test. */
export class MemoryMemento implements vscode.Memento {
  readonly #values = new Map<string, unknown>();
  keys = (): readonly string[] => [...this.#values.keys()];
  get<T>(key: string, otherwise?: T): T | undefined {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the interface of VS Code promises what nobody can check
    return (this.#values.get(key) as T | undefined) ?? otherwise;
  }
  update(key: string, value: unknown): Promise<void> {
    this.#values.set(key, value);
    return Promise.resolve();
  }
}
