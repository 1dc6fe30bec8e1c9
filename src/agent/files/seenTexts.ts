/** The limit of texts in memory for one session. Beyond it the least recently used file is dropped. */
const KEPT_CHARS = 64 * 1024 * 1024;

/** The text of each file that the agent has last seen, by reading or by writing it. */
export class SeenTexts {
  readonly #texts = new Map<string, { readonly text: string; readonly isRead: boolean }>();
  #chars = 0;

  get(path: string): string | undefined {
    return this.#texts.get(path)?.text;
  }

  /** The text, if the agent has last seen it by reading it. */
  getRead(path: string): string | undefined {
    const seen = this.#texts.get(path);
    return seen?.isRead ? seen.text : undefined;
  }

  set(path: string, text: string, { isRead = false }: { readonly isRead?: boolean } = {}): void {
    this.#forget(path);
    this.#texts.set(path, { text, isRead });
    this.#chars += text.length;
    for (const oldest of this.#texts.keys()) {
      if (this.#chars <= KEPT_CHARS) {
        return;
      }
      this.#forget(oldest);
    }
  }

  #forget(path: string): void {
    this.#chars -= this.#texts.get(path)?.text.length ?? 0;
    this.#texts.delete(path);
  }
}
