/** Keeps the newest part of what a process prints, and forgets the rest. */
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
    // Joined only now and then: a flood of small parts costs no more than its length.
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
