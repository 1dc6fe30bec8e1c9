/** Keeps the latest part of a process's output. */
export class OutputTail {
  readonly #limitChars: number;
  #parts: string[] = [];
  #chars = 0;

  constructor(limitChars: number) {
    this.#limitChars = limitChars;
  }

  add(text: string): void {
    this.#parts.push(text);
    this.#chars += text.length;
    // Joined only from time to time, so that many small parts cost no more than their length.
    if (this.#chars > 2 * this.#limitChars) {
      const kept = this.text();
      this.#parts = [kept];
      this.#chars = kept.length;
    }
  }

  text(): string {
    return this.#parts.join('').slice(-this.#limitChars);
  }
}
