/** So many files are read at the same time: enough to keep the disk busy, few enough to leave the thread free between. */
const AT_ONCE = 24;

/** Does something with each of many, several at a time. */
export async function together<T>(
  items: readonly T[],
  task: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const one = async (): Promise<void> => {
    for (const item of left) {
      await task(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, one));
}
