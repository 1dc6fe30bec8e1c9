import type { Frame } from 'playwright-core';

/** One event of a trace; `ts` and `dur` are in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly args?: { readonly data?: { readonly url?: string } };
}

const MARKS = 'blink.user_timing';

/** Has the browser of a page write down what all its processes do while something goes on. */
export async function traced(
  frame: Frame,
  categories: readonly string[],
  run: () => Promise<unknown>,
): Promise<readonly TraceEvent[]> {
  const debug = await frame.page().context().browser()?.newBrowserCDPSession();
  if (!debug) {
    throw new Error('There is no browser to trace.');
  }
  const events: TraceEvent[] = [];
  debug.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]));
  });
  const done = new Promise(resolve => {
    debug.once('Tracing.tracingComplete', resolve);
  });
  const includedCategories = [MARKS, ...categories];
  await debug.send('Tracing.start', { traceConfig: { includedCategories } });
  await run();
  await debug.send('Tracing.end');
  await done;
  await debug.detach();
  return events;
}

/** Puts a mark into the trace: tells the moment, the process and the thread of a page. */
export const markTrace = (frame: Frame, name: string): Promise<void> =>
  frame.evaluate(`void performance.mark(${JSON.stringify(name)})`);

/** The process that a page lives in. */
export async function processOf(frame: Frame): Promise<number> {
  const events = await traced(frame, [], () => markTrace(frame, 'here'));
  const pid = events.find(({ name }) => name === 'here')?.pid;
  if (pid === undefined) {
    throw new Error('The trace does not know the page.');
  }
  return pid;
}
