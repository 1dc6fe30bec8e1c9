import { t } from '../l10n.ts';

/** Values nested deeper than this are replaced by an ellipsis. */
const DEPTH_LIMIT = 32;

/** Formats an arbitrary value as indented JSON of limited length and depth. A string is not quoted. */
export function boundedJson(value: unknown, limitChars: number): string {
  if (typeof value === 'string') {
    return truncateWithCount(value, limitChars);
  }
  return truncateWithCount(
    JSON.stringify(limitDepth(value, 0), undefined, 2) ?? String(value),
    limitChars,
  );
}

function limitDepth(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if (depth >= DEPTH_LIMIT) {
    return '...';
  }
  return Array.isArray(value)
    ? value.map(item => limitDepth(item, depth + 1))
    : Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, limitDepth(item, depth + 1)]),
      );
}

const truncateWithCount = (text: string, limitChars: number): string =>
  text.length <= limitChars
    ? text
    : t('{0}\n... ({1} characters)', text.slice(0, limitChars), text.length);
