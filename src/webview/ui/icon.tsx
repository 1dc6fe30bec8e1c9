import type { JSX } from 'preact';

/** Outlines on a 16 by 16 grid, drawn in the color of the text. */
const outlines = {
  add: 'M8 3v10M3 8h10',
  apply: 'M9.5 2.5H4v11h8V8M6.5 8.5 8 10l5.5-6.5',
  arrowDown: 'M8 3v9M4 8.5 8 12.5l4-4',
  arrowUp: 'M8 13V4M4 7.5l4-4 4 4',
  attach:
    'M12 7.5 7.6 11.9a2.6 2.6 0 0 1-3.7-3.7l5-5a1.8 1.8 0 0 1 2.6 2.6l-4.8 4.8a.9.9 0 0 1-1.3-1.3L9.6 5',
  block: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM3.8 3.8l8.4 8.4',
  book: 'M8 4.5C6.8 3.5 5 3.2 2.5 3.2v8.9c2.5 0 4.3.3 5.5 1.3 1.2-1 3-1.3 5.5-1.3V3.2C11 3.2 9.2 3.5 8 4.5zM8 4.5v8.9',
  branch:
    'M5 5.5v5M5 5.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM5 13.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM11 6.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM11 6.5c0 2.5-3 3-6 4',
  brain: 'M6 13.5h4M6.5 11.5c0-1.5-2.5-2.3-2.5-5a4 4 0 0 1 8 0c0 2.7-2.5 3.5-2.5 5z',
  check: 'M3 8.5 6.5 12 13 4.5',
  checkAll: 'M1.5 8.5 4.5 11.5 10.5 4.5M8 10.5l1 1 6-7',
  chevron: 'M6 4l4 4-4 4',
  circle: 'M8 13a5 5 0 1 0 0-10 5 5 0 0 0 0 10z',
  close: 'M4 4l8 8M12 4l-8 8',
  comment: 'M2.5 3.5h11v7.5H7.5L4.5 13.5V11h-2z',
  copy: 'M5.5 5.5h7v8h-7zM10.5 5.5v-3h-7v8h2',
  diff: 'M8 2.5v6M5 5.5h6M5 12.5h6',
  edit: 'M3 13l.7-2.9 7-7a1 1 0 0 1 1.4 0l.8.8a1 1 0 0 1 0 1.4l-7 7zM9.5 4.3l2.2 2.2',
  error: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 5v3.5M8 10.8v.4',
  file: 'M4 2.5h5l3 3v8H4zM9 2.5v3h3',
  folder: 'M2.5 4h4l1.5 1.5h5.5V12.5h-11z',
  globe:
    'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM2 8h12M8 2c2 1.7 2.8 3.7 2.8 6S10 12.3 8 14C6 12.3 5.2 10.3 5.2 8S6 3.7 8 2z',
  image: 'M2.5 3.5h11v9h-11zM2.5 11l3.5-3.5 3 3 1.5-1.5 3 3M10.5 6.2v.2',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 7.5V11M8 5v.3',
  insert: 'M3 3.5h10M3 12.5h10M8 5.5v5M6 8.5l2 2 2-2',
  list: 'M6 4h7M6 8h7M6 12h7M3 4h.4M3 8h.4M3 12h.4',
  lock: 'M4 7.5h8v6H4zM5.5 7.5v-2a2.5 2.5 0 0 1 5 0v2',
  more: 'M3.5 8h.4M7.8 8h.4M12.1 8h.4',
  move: 'M3 5h8M8.5 2.5 11 5 8.5 7.5M13 11H5M7.5 8.5 5 11l2.5 2.5',
  newFile: 'M8 13.5H4v-11h5l3 3v2M9 2.5v3h3M12 10v4M10 12h4',
  play: 'M5 3.5v9l7-4.5z',
  preview:
    'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  problems: 'M8 2.5 14 13H2zM8 6.5v3M8 11.3v.3',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3 13.5 13.5',
  sound: 'M3 6.2v3.6h2.3L8.5 12.5v-9L5.3 6.2zM10.7 6a3 3 0 0 1 0 4M12.3 4.3a5.3 5.3 0 0 1 0 7.4',
  star: 'M8 2.3l1.8 3.7 4 .6-2.9 2.8.7 4L8 11.5l-3.6 1.9.7-4L2.2 6.6l4-.6z',
  stop: 'M4.5 4.5h7v7h-7z',
  symbol:
    'M5.5 3.5C3.5 3.5 5 7 3 8c2 1 .5 4.5 2.5 4.5M10.5 3.5c2 0 .5 3.5 2.5 4.5-2 1-.5 4.5-2.5 4.5',
  switch:
    'M2.5 8a5.5 5.5 0 0 1 9.6-3.6L13.5 6M13.5 2.8V6h-3.2M13.5 8a5.5 5.5 0 0 1-9.6 3.6L2.5 10M2.5 13.2V10h3.2',
  terminal: 'M2.5 3.5h11v9h-11zM5 6l2 2-2 2M8.5 10.5H11',
  tool: 'M9.8 6.2a3 3 0 0 1-.2-3.2 3.3 3.3 0 0 0-3.8 4.5L2.7 10.6a1.4 1.4 0 0 0 2 2l3.3-3.2a3.3 3.3 0 0 0 4.5-3.8 3 3 0 0 1-2.7.6z',
  trash: 'M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9M6.8 7v4M9.2 7v4',
  undo: 'M3.5 6.5h6a3.5 3.5 0 0 1 0 7H6M6.5 3.5l-3 3 3 3',
  you: 'M8 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM3 13.5c0-2.5 2.2-4 5-4s5 1.5 5 4',
} as const;

export type IconName = keyof typeof outlines;

/** A small icon next to text, hidden from screen readers. */
export function Icon(props: {
  readonly name: IconName;
  readonly turning?: boolean;
  readonly class?: string;
}): JSX.Element {
  const { name, turning = false } = props;
  const classes = ['icon', ...(turning ? ['turning'] : []), props.class ?? ''];
  return (
    <svg class={classes.join(' ').trimEnd()} viewBox="0 0 16 16" aria-hidden="true">
      <path d={outlines[name]} />
    </svg>
  );
}

/** An animated icon for work in progress. */
export function Spinner(): JSX.Element {
  return (
    <svg class="icon spinner" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M8 2.5a5.5 5.5 0 1 1-5.5 5.5" />
    </svg>
  );
}
