import { type StringKey, t } from '../strings.ts';

/** Keys with a separate text for one: the same key with the suffix 1. */
type CountKey = { [Key in StringKey]: `${Key}1` extends StringKey ? Key : never }[StringKey];

/** A text about a number of things. */
export const countLabel = (key: CountKey, count: number): string =>
  count === 1 ? t(`${key}1`) : t(key, count);
