import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** The button that opens a form, and whether the user has opened the form with it. */
export interface ReturnFocus {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly openedByUser: { current: boolean };
}

/** Returns the focus to the button when a form that the user has opened closes. */
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
