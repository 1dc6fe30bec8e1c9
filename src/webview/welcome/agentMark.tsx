import type { JSX } from 'preact';

/**
 * The icon of an agent beside its name, in the color of the text. The SVG is only a mask: it is an image of its own, in which
 * nothing runs and which fetches nothing.
 */
export const AgentMark = ({ icon }: { icon: string }): JSX.Element => (
  <span
    class="icon agent-mark"
    aria-hidden="true"
    style={{ maskImage: `url("data:image/svg+xml,${encodeURIComponent(icon)}")` }}
  />
);
