/** The clock of the extension, which may run on another machine. */
class HostClock {
  #aheadMs = 0;

  synchronize(nowMs: number): void {
    this.#aheadMs = nowMs - Date.now();
  }

  readonly now = (): number => Date.now() + this.#aheadMs;
}

export const hostClock = new HostClock();
