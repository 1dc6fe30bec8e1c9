/** So many files are read at the same time: enough to keep the disk busy, few enough to leave the thread free between. */
const AT_ONCE = 32;

/** Does something with each of many, several at a time: what they ask of others can be asked together. */
export async function forEachConcurrently<T>(
  items: readonly T[],
  task: (item: T) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE) {
    await Promise.all(items.slice(at, at + AT_ONCE).map(task));
  }
}
