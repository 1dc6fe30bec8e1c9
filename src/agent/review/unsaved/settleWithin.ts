/** Waits for a task, but not longer than the limit, and never fails. Reports the error of a task that fails, even later. */
export async function settleWithin(
  task: Promise<unknown>,
  limitMs: number,
  report: (error: unknown) => void,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>(resolve => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([task.catch(report), limit]);
  clearTimeout(timer);
}
