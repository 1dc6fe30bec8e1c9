const POLL_MS = 50;
const POLL_LIMIT_MS = 15_000;

/** The answer as soon as there is one. */
export async function until<T>(ask: () => T | Promise<T>): Promise<NonNullable<T>> {
  const endMs = Date.now() + POLL_LIMIT_MS;
  for (;;) {
    const answer = await ask();
    if (answer) {
      return answer;
    }
    if (Date.now() > endMs) {
      throw new Error('It did not happen in time.');
    }
    await new Promise(resolve => setTimeout(resolve, POLL_MS));
  }
}
