import { useEffect } from 'preact/hooks';

/**
 * The keys 1 to 9 answer the request that has the focus, or else the first one: plain ones unless the user is typing, and
 * with Alt from anywhere on the page. A typed digit must never allow anything.
 */
export function useNumberKeys(
  card: { readonly current: HTMLElement | null },
  press: (index: number) => void,
): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      const number = plainNumber(event);
      if (number !== undefined && isMeant(card.current)) {
        keepToPage(event);
        press(number - 1);
      }
    };
    const hearAlt = (event: KeyboardEvent): void => {
      if (isAltAlone(event)) {
        event.stopPropagation();
      }
      const number = altNumber(event);
      if (number === undefined || !isMeant(card.current)) {
        return;
      }
      keepToPage(event);
      if (!event.repeat) {
        keepRepeatsToPage(event.code);
        press(number - 1);
      }
    };
    window.addEventListener('keydown', hear);
    window.addEventListener('keydown', hearAlt, { capture: true });
    return () => {
      window.removeEventListener('keydown', hear);
      window.removeEventListener('keydown', hearAlt, { capture: true });
    };
  });
}

function plainNumber(event: KeyboardEvent): number | undefined {
  const isPlain = !event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey;
  return isPlain && /^[1-9]$/.test(event.key) && !isTyping(event.target)
    ? Number(event.key)
    : undefined;
}

/** By the key's place: on a Mac, Alt and a digit give another character. AltGr counts as typing. */
function altNumber(event: KeyboardEvent): number | undefined {
  const isAlt = event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
  return isAlt && !event.isComposing && digit !== undefined ? Number(digit) : undefined;
}

/** VS Code, which hears no digit after it, would take Alt for the way to its menu. */
const isAltAlone = (event: KeyboardEvent): boolean => event.key === 'Alt';

/**
 * Neither the composer nor VS Code, which opens editors with such keys, hears of it: they listen after us. Nor does another
 * request, which may be the first one, with no focus in any, when this one is answered.
 */
function keepToPage(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** A key that is held down is still held when the request is gone. */
function keepRepeatsToPage(code: string): void {
  const hear = (event: KeyboardEvent): void => {
    if (event.repeat && event.code === code) {
      keepToPage(event);
    } else {
      window.removeEventListener('keydown', hear, { capture: true });
    }
  };
  window.addEventListener('keydown', hear, { capture: true });
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable="true"]') !== null;

function isMeant(card: HTMLElement | null): boolean {
  const focused = document.activeElement?.closest('.permission');
  return card !== null && (focused ?? document.querySelector('.permission')) === card;
}
