const BATCH_SIZE = 64;

/**
 * Does the work for all, some at a time: thousands at once would starve everybody else, or run us out of
 * file handles.
 */
export async function mapInBatches<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += BATCH_SIZE) {
    results.push(...(await Promise.all(items.slice(at, at + BATCH_SIZE).map(work))));
  }
  return results;
}
