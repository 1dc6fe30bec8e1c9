import type { JSX, Ref } from 'preact';
import { Icon, type IconName } from './icon.tsx';
import { t, type StringKey } from './strings.ts';
import { toPlatformKeys } from './toPlatformKeys.ts';

interface ButtonProps {
  readonly icon: IconName;
  readonly label: string;
  /** The text for the keys that do the same, which the tooltip shows. */
  readonly keys?: StringKey;
  readonly onClick: () => void;
  readonly class?: string;
  readonly isExpanded?: boolean;
  readonly buttonRef?: Ref<HTMLButtonElement>;
}

/** A tooltip with the keys that do the same, as they are by default: a page doesn't know what the user has bound. */
export const withKeys = (label: string, keys: StringKey | undefined): string =>
  keys === undefined ? label : t('labelWithKeys', label, toPlatformKeys(t(keys)));

/** A button that shows only an icon. Its label is the tooltip, and what screen readers announce. */
export const IconButton = (props: ButtonProps): JSX.Element =>
  buttonNode(props, props.class === undefined ? 'icon-button' : `icon-button ${props.class}`);

/** A button with an icon and its label, which is hidden where the page is narrow. */
export const ActionButton = (props: ButtonProps): JSX.Element =>
  buttonNode(props, 'action-button', <span class="action-text">{props.label}</span>);

const buttonNode = (props: ButtonProps, className: string, text?: JSX.Element): JSX.Element => (
  <button
    ref={props.buttonRef ?? null}
    type="button"
    class={className}
    title={withKeys(props.label, props.keys)}
    aria-label={props.label}
    aria-expanded={props.isExpanded}
    onClick={() => props.onClick()}
  >
    <Icon name={props.icon} />
    {text}
  </button>
);
