import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** When the focused element in a box is removed by rendering, the focus goes to what `findNext` returns, if anything. */
export function useKeptFocus(
  box: RefObject<HTMLElement | null>,
  findNext: (box: HTMLElement) => HTMLElement | null,
): void {
  const hadFocus = box.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    const { current } = box;
    if (hadFocus && current && !current.contains(document.activeElement)) {
      findNext(current)?.focus({ preventScroll: true });
    }
  });
}
