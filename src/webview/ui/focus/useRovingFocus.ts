import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';

/** The attribute of the elements that the arrow keys move between. */
const STOP = '[data-stop]';
const ROW = '[data-row]';

/**
 * Makes rows of buttons one stop of the Tab key. The arrow keys, Home and End move between rows and buttons. When the
 * row with the focus is removed, the focus goes to the row in its place.
 */
export function useRovingFocus(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = list.current;
    if (!box) {
      return;
    }
    const roving = new RovingFocus(box);
    return () => roving.dispose();
  }, []);
  useLayoutEffect(() => {
    if (list.current) {
      ensureTabStop(list.current);
    }
  });
}

/** Of all buttons in the rows, one can be reached with the Tab key. */
function ensureTabStop(box: HTMLElement): void {
  const first = box.querySelector<HTMLElement>(STOP);
  if (first && !box.querySelector(`${STOP}[tabindex="0"]`)) {
    first.tabIndex = 0;
  }
}

class RovingFocus {
  readonly #box: HTMLElement;
  readonly #observer: MutationObserver;
  /** Where the focus is, as the numbers of row and button. */
  #position: { readonly row: number; readonly stop: number } | undefined;

  constructor(box: HTMLElement) {
    this.#box = box;
    box.addEventListener('keydown', this.#onKeyDown);
    box.addEventListener('focusin', this.#onFocus);
    document.addEventListener('focusin', this.#onFocusElsewhere);
    this.#observer = new MutationObserver(() => this.#restoreFocus());
    this.#observer.observe(box, { childList: true, subtree: true });
  }

  dispose(): void {
    this.#observer.disconnect();
    this.#box.removeEventListener('keydown', this.#onKeyDown);
    this.#box.removeEventListener('focusin', this.#onFocus);
    document.removeEventListener('focusin', this.#onFocusElsewhere);
  }

  get #rows(): readonly HTMLElement[] {
    return [...this.#box.querySelectorAll<HTMLElement>(ROW)];
  }

  #onFocus = ({ target }: FocusEvent): void => {
    const stop = target instanceof HTMLElement ? target.closest<HTMLElement>(STOP) : null;
    const row = stop?.closest<HTMLElement>(ROW);
    if (!stop || !row) {
      this.#position = undefined;
      return;
    }
    for (const other of this.#box.querySelectorAll<HTMLElement>(`${STOP}[tabindex="0"]`)) {
      other.tabIndex = -1;
    }
    stop.tabIndex = 0;
    this.#position = { row: this.#rows.indexOf(row), stop: stopsIn(row).indexOf(stop) };
  };

  #onFocusElsewhere = ({ target }: FocusEvent): void => {
    if (target instanceof Node && !this.#box.contains(target)) {
      this.#position = undefined;
    }
  };

  #onKeyDown = (event: KeyboardEvent): void => {
    const move = moves[event.key];
    const rows = this.#rows;
    if (!move || !this.#position || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    const row = Math.min(Math.max(0, move.row(this.#position.row, rows.length)), rows.length - 1);
    const stops = rows[row] ? stopsIn(rows[row]) : [];
    const at = Math.min(Math.max(0, this.#position.stop + move.stop), stops.length - 1);
    event.preventDefault();
    stops[at]?.focus();
  };

  #restoreFocus(): void {
    const isLost = document.activeElement === document.body || document.activeElement === null;
    const position = this.#position;
    if (isLost && position) {
      const rows = this.#rows;
      const row = rows[Math.min(position.row, rows.length - 1)];
      (row && stopsIn(row)[position.stop])?.focus();
    }
    ensureTabStop(this.#box);
  }
}

const stopsIn = (row: HTMLElement): readonly HTMLElement[] => [
  ...row.querySelectorAll<HTMLElement>(STOP),
];

interface Move {
  readonly row: (at: number, count: number) => number;
  readonly stop: number;
}

const moves: Readonly<Record<string, Move>> = {
  ArrowDown: { row: at => at + 1, stop: 0 },
  ArrowUp: { row: at => at - 1, stop: 0 },
  ArrowRight: { row: at => at, stop: 1 },
  ArrowLeft: { row: at => at, stop: -1 },
  Home: { row: () => 0, stop: 0 },
  End: { row: (_, count) => count - 1, stop: 0 },
};
