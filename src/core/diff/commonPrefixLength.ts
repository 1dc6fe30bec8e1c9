/** How many items two lists (or texts) have in common at their beginning. */
export function commonPrefixLength(one: ArrayLike<unknown>, other: ArrayLike<unknown>): number {
  const most = Math.min(one.length, other.length);
  let count = 0;
  while (count < most && one[count] === other[count]) {
    count++;
  }
  return count;
}

/** How many items they have in common at their end, not counting the first `taken` of each. */
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
