/** The limit of texts in memory for one session. Beyond it the least recently used file is dropped. */
const KEPT_CHARS = 64 * 1024 * 1024;

/** The text of each file that the agent has last seen, by reading or by writing it. */
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
