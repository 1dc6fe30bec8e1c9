import { useEffect } from 'preact/hooks';

/**
 * The keys 1 to 9 answer the focused request, or else the first one: without a modifier unless the user is typing, and
 * with Alt from anywhere on the page. A typed digit must never allow anything.
 */
export function useNumberKeys(
  card: { readonly current: HTMLElement | null },
  press: (index: number) => void,
): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const number = plainNumber(event);
      if (number !== undefined && isTarget(card.current)) {
        consume(event);
        press(number - 1);
      }
    };
    const onAltKeyDown = (event: KeyboardEvent): void => {
      if (isAltAlone(event)) {
        event.stopPropagation();
      }
      const number = altNumber(event);
      if (number === undefined || !isTarget(card.current)) {
        return;
      }
      consume(event);
      if (!event.repeat) {
        consumeRepeats(event.code);
        press(number - 1);
      }
    };
    window.addEventListener('keydown', onKeyDown);
    window.addEventListener('keydown', onAltKeyDown, { capture: true });
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('keydown', onAltKeyDown, { capture: true });
    };
  });
}

function plainNumber(event: KeyboardEvent): number | undefined {
  const isPlain = !event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey;
  return isPlain && /^[1-9]$/.test(event.key) && !isTyping(event.target)
    ? Number(event.key)
    : undefined;
}

/** Uses the key code: on a Mac, Alt and a digit produce another character. AltGr counts as typing. */
function altNumber(event: KeyboardEvent): number | undefined {
  const isAlt = event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
  return isAlt && !event.isComposing && digit !== undefined ? Number(digit) : undefined;
}

/** VS Code, which does not receive the digit, would open its menu for the Alt key. */
const isAltAlone = (event: KeyboardEvent): boolean => event.key === 'Alt';

/**
 * Keeps the event from the composer and from VS Code, which opens editors with such keys, and from other requests: one
 * of them is the first request once this one is answered.
 */
function consume(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** A key that is held down still repeats when the request is gone. */
function consumeRepeats(code: string): void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.repeat && event.code === code) {
      consume(event);
    } else {
      window.removeEventListener('keydown', onKeyDown, { capture: true });
    }
  };
  window.addEventListener('keydown', onKeyDown, { capture: true });
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable="true"]') !== null;

function isTarget(card: HTMLElement | null): boolean {
  const focused = document.activeElement?.closest('.permission');
  return card !== null && (focused ?? document.querySelector('.permission')) === card;
}
