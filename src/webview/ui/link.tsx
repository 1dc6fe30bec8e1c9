import type { ComponentChildren, JSX } from 'preact';
import { OpenLink } from '../../core/chat/messages.ts';
import { useHost, useSessionId } from '../state/host.ts';

/** A link that asks the extension to open its target. It has no `href`, since VS Code would follow that by itself. */
export function Link(props: {
  target: string;
  class?: string;
  label?: string;
  /** Replaces the default of opening the target. */
  open?: () => void;
  children: ComponentChildren;
}): JSX.Element {
  const host = useHost();
  const sessionId = useSessionId();
  const open =
    props.open ?? ((): void => host.sendNotification(OpenLink, { sessionId, href: props.target }));
  return (
    <a
      class={`link ${props.class ?? ''}`}
      role="link"
      tabIndex={0}
      title={props.target}
      aria-label={props.label}
      onClick={open}
      onKeyDown={event => {
        if (event.key === 'Enter') {
          event.preventDefault();
          open();
        }
      }}
    >
      {props.children}
    </a>
  );
}
