import { type StringKey, t } from './strings.ts';

/** Those that have other words for one thing than for several: under the same name with a 1. */
type CountKey = { [Key in StringKey]: `${Key}1` extends StringKey ? Key : never }[StringKey];

/** What is said of so many things. */
export const countLabel = (key: CountKey, count: number): string =>
  count === 1 ? t(`${key}1`) : t(key, count);
