import type { JSX } from 'preact';

/** The logo of Accord, the same as media/accord.svg: a speech bubble with an added and a removed line. */
export function Logo(): JSX.Element {
  return (
    <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M5.5 3.5h13a2.5 2.5 0 0 1 2.5 2.5v9.5a2.5 2.5 0 0 1-2.5 2.5H11l-4.5 3.5V18h-1A2.5 2.5 0 0 1 3 15.5V6a2.5 2.5 0 0 1 2.5-2.5z" />
      <path d="M12 6.3v5M9.5 8.8h5M9.5 14.3h5" />
    </svg>
  );
}
