/** Enough to keep a disk busy. */
const DEFAULT_LIMIT = 64;

/**
 * Maps all items with at most `limit` tasks at a time: thousands at once would starve everything else, or exhaust the
 * file handles. The results have the order of the items. After a failure no further task is started.
 */
export async function mapWithLimit<T, R>(
  items: readonly T[],
  task: (item: T) => Promise<R>,
  limit = DEFAULT_LIMIT,
): Promise<R[]> {
  const results: R[] = [];
  const remaining = items.entries();
  let hasFailed = false;
  const work = async (): Promise<void> => {
    for (const [index, item] of remaining) {
      if (hasFailed) {
        return;
      }
      try {
        results[index] = await task(item);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  return results;
}
