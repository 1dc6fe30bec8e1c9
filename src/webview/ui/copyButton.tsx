import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { t } from './strings.ts';

/** A button that copies. It confirms that until it loses the pointer or the focus. */
export function CopyButton(props: { class?: string; copy: () => void }): JSX.Element {
  const [copied, setCopied] = useState(false);
  const name = copied ? t('copied') : t('copy');
  const forget = (): void => setCopied(false);
  return (
    <button
      type="button"
      class={`icon-button ${props.class ?? ''}`}
      title={name}
      aria-label={name}
      onClick={() => {
        props.copy();
        setCopied(true);
      }}
      onMouseLeave={forget}
      onBlur={forget}
    >
      <Icon name={copied ? 'check' : 'copy'} />
    </button>
  );
}
