import type { JSX } from 'preact';

/** The mark of Accord: two voices that meet, one taken away, one added. */
export function Mark(): JSX.Element {
  return (
    <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4 4.5h11a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H8.5L5 16.5v-3H4a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2z" />
      <path d="M19.5 9.5a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H19v3l-3.5-3H11a2 2 0 0 1-2-1.8" />
      <path d="M6.5 9h6M9.5 6.5v5" />
    </svg>
  );
}
