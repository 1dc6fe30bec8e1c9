/** Texts kept in memory for one session; beyond it the file that was used longest ago is forgotten. */
const KEPT_CHARS = 64 * 1024 * 1024;

/** What the agent last saw of each file: what it read, or what it wrote itself. */
export class SeenTexts {
  readonly #texts = new Map<string, string>();
  #chars = 0;

  get(path: string): string | undefined {
    return this.#texts.get(path);
  }

  set(path: string, text: string): void {
    this.#forget(path);
    this.#texts.set(path, text);
    this.#chars += text.length;
    for (const oldest of this.#texts.keys()) {
      if (this.#chars <= KEPT_CHARS) {
        return;
      }
      this.#forget(oldest);
    }
  }

  #forget(path: string): void {
    this.#chars -= this.#texts.get(path)?.length ?? 0;
    this.#texts.delete(path);
  }
}
