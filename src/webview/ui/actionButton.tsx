import type { JSX, Ref } from 'preact';
import { Icon, type IconName } from './icon.tsx';

/** A button with an icon and a text, which is hidden where the page is narrow. */
export function ActionButton(props: {
  icon: IconName;
  label: string;
  onClick: () => void;
  isExpanded?: boolean;
  buttonRef?: Ref<HTMLButtonElement>;
}): JSX.Element {
  return (
    <button
      ref={props.buttonRef ?? null}
      type="button"
      class="action-button"
      title={props.label}
      aria-label={props.label}
      aria-expanded={props.isExpanded}
      onClick={() => props.onClick()}
    >
      <Icon name={props.icon} />
      <span class="action-text">{props.label}</span>
    </button>
  );
}
