import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';

/** A line that expands. Its body is only mounted while it is expanded. */
export function Disclosure(props: {
  icon: IconName;
  head: ComponentChildren;
  /** At the end of the line, outside the button. */
  aside?: ComponentChildren;
  /** Absent if there is nothing to expand. */
  body?: (() => ComponentChildren) | undefined;
  open?: boolean;
  /** Below the line, while it is collapsed. */
  summary?: ComponentChildren;
}): JSX.Element {
  const [chosen, choose] = useState<boolean>();
  const open = chosen ?? props.open ?? false;
  const { body } = props;
  return (
    <>
      <div class="line">
        {body ? (
          <button
            type="button"
            class="line-head"
            aria-expanded={open}
            data-opened={chosen ? '' : undefined}
            onClick={() => choose(!open)}
          >
            <Icon name={props.icon} />
            <span class="line-text">{props.head}</span>
            <Icon name="chevron" />
          </button>
        ) : (
          <span class="line-head">
            <Icon name={props.icon} />
            <span class="line-text">{props.head}</span>
          </span>
        )}
        {props.aside}
      </div>
      {body && open ? <div class="line-body">{body()}</div> : props.summary}
    </>
  );
}
