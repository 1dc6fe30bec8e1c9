import { t } from '../l10n.ts';

/** Deeper than this, a value is shown as an ellipsis. */
const DEPTH_LIMIT = 32;

/** A value from outside as readable text of bounded length and depth, whatever it is. Strings stay as they are. */
export function boundedJson(value: unknown, limitChars: number): string {
  if (typeof value === 'string') {
    return cut(value, limitChars);
  }
  return cut(JSON.stringify(shallow(value, 0), undefined, 2) ?? String(value), limitChars);
}

function shallow(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if (depth >= DEPTH_LIMIT) {
    return '...';
  }
  return Array.isArray(value)
    ? value.map(item => shallow(item, depth + 1))
    : Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, shallow(item, depth + 1)]),
      );
}

const cut = (text: string, limitChars: number): string =>
  text.length <= limitChars
    ? text
    : t('{0}\n... ({1} characters)', text.slice(0, limitChars), text.length);
