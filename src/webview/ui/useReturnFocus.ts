import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** The button that opens a form, and whether it was opened with it rather than found open. */
export interface ReturnFocus {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly openedByUser: { current: boolean };
}

/** A form that was opened by hand leaves the focus, when it closes, on the button that opened it. */
export function useReturnFocus(isOpen: boolean): ReturnFocus {
  const button = useRef<HTMLButtonElement>(null);
  const byHand = useRef(false);
  useLayoutEffect(() => {
    if (!isOpen && byHand.current) {
      byHand.current = false;
      button.current?.focus();
    }
  }, [isOpen]);
  return { button, openedByUser: byHand };
}
