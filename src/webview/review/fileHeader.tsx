import type { ComponentChildren, JSX } from 'preact';
import { Icon } from '../ui/icon.tsx';

/** The name of a changed file with its badges; a click expands and collapses its hunks. */
export function FileHeader(props: {
  label: string;
  isOpen: boolean;
  toggle: () => void;
  children?: ComponentChildren;
}): JSX.Element {
  return (
    <button
      type="button"
      class="pending-name"
      aria-expanded={props.isOpen}
      title={props.label}
      onClick={() => props.toggle()}
    >
      <Icon name="chevron" />
      <span class="pending-path">{props.label}</span>
      {props.children}
    </button>
  );
}
