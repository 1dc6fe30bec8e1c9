/** The number of items two lists or strings have in common at the start. */
export function commonPrefixLength(one: ArrayLike<unknown>, other: ArrayLike<unknown>): number {
  const most = Math.min(one.length, other.length);
  let count = 0;
  while (count < most && one[count] === other[count]) {
    count++;
  }
  return count;
}

/** The number of items they have in common at the end. The first `taken` items of each are not considered. */
export function commonSuffixLength(
  one: ArrayLike<unknown>,
  other: ArrayLike<unknown>,
  taken: number,
): number {
  const most = Math.min(one.length, other.length) - taken;
  let count = 0;
  while (count < most && one[one.length - 1 - count] === other[other.length - 1 - count]) {
    count++;
  }
  return count;
}
