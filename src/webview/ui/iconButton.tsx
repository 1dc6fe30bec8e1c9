import type { JSX, Ref } from 'preact';
import { Icon, type IconName } from './icon.tsx';

/** A button that shows only an icon. Its label is the tooltip, and what screen readers announce. */
export function IconButton(props: {
  icon: IconName;
  label: string;
  onClick: () => void;
  class?: string;
  buttonRef?: Ref<HTMLButtonElement>;
}): JSX.Element {
  return (
    <button
      ref={props.buttonRef ?? null}
      type="button"
      class={props.class === undefined ? 'icon-button' : `icon-button ${props.class}`}
      title={props.label}
      aria-label={props.label}
      onClick={() => props.onClick()}
    >
      <Icon name={props.icon} />
    </button>
  );
}
