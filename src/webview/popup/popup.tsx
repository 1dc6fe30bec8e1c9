import type { ComponentChildren, JSX, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** The distance to the button, and to the edges of the window. */
const GAP = 4;

/** A box above its button that stays inside the window. */
export function Popup(props: {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly class?: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const onResize = (): void => {
      if (box.current && props.anchor.current) {
        place(box.current, props.anchor.current);
      }
    };
    onResize();
    window.addEventListener('resize', onResize);
    return () => window.removeEventListener('resize', onResize);
  }, []);
  return (
    <div ref={box} class={props.class === undefined ? 'menu-popup' : `menu-popup ${props.class}`}>
      {props.children}
    </div>
  );
}

function place(box: HTMLElement, anchor: HTMLElement): void {
  const { left, top } = anchor.getBoundingClientRect();
  const furthest = window.innerWidth - box.offsetWidth - GAP;
  box.style.left = `${Math.max(GAP, Math.min(left, furthest))}px`;
  box.style.bottom = `${window.innerHeight - top + GAP}px`;
  box.style.maxHeight = `${top - 2 * GAP}px`;
}
