/** The extension's clock. It may run on another machine, and the two need not agree. */
class HostClock {
  #aheadMs = 0;

  /** What the extension's clock says at this moment. */
  synchronize(nowMs: number): void {
    this.#aheadMs = nowMs - Date.now();
  }

  readonly now = (): number => Date.now() + this.#aheadMs;
}

/** A page has one extension. */
export const hostClock = new HostClock();
