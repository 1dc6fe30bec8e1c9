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

/** Records a trace of all processes of a page's browser during a run. */
export async function recordTrace(
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

/** Adds a mark to the trace, from which the time, process and thread of a page can be read. */
export const markTrace = (frame: Frame, name: string): Promise<void> =>
  frame.evaluate(`void performance.mark(${JSON.stringify(name)})`);

/** The id of the process that renders a page. */
export async function findProcessId(frame: Frame): Promise<number> {
  const events = await recordTrace(frame, [], () => markTrace(frame, 'here'));
  const pid = events.find(({ name }) => name === 'here')?.pid;
  if (pid === undefined) {
    throw new Error('The trace does not know the page.');
  }
  return pid;
}
