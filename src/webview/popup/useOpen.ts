import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';

/** Whether a popup is open. It closes when the focus leaves the container of button and popup. */
export interface OpenState {
  readonly isOpen: boolean;
  readonly container: RefObject<HTMLDivElement | null>;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly open: () => void;
  /** Closes the popup and returns the focus to the button. */
  readonly close: () => void;
  readonly onFocusOut: (event: FocusEvent) => void;
}

export function useOpen(): OpenState {
  const [isOpen, setOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  return {
    isOpen,
    container,
    button,
    open: () => setOpen(true),
    close: () => {
      setOpen(false);
      button.current?.focus();
    },
    onFocusOut: ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && container.current?.contains(relatedTarget))) {
        setOpen(false);
      }
    },
  };
}
