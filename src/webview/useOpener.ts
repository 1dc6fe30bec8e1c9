import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** The button that opens a form, and whether it was opened with it rather than found open. */
export interface Opener {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly byHand: { current: boolean };
}

/** A form that was opened by hand leaves the focus, when it closes, on the button that opened it. */
export function useOpener(isOpen: boolean): Opener {
  const button = useRef<HTMLButtonElement>(null);
  const byHand = useRef(false);
  useLayoutEffect(() => {
    if (!isOpen && byHand.current) {
      byHand.current = false;
      button.current?.focus();
    }
  }, [isOpen]);
  return { button, byHand };
}
