import type { CDPSession, Frame } from 'playwright-core';

/** What the main thread of a page did for a while, by what it was for. */
export interface PageWork {
  /** The page's own scripts, style, layout and paint, and whatever was collected meanwhile. */
  readonly ownMs: number;
  /** The scripts that VS Code puts around every webview: they look four times a second whether it has the keyboard. */
  readonly editorMs: number;
  /** Garbage of earlier work that the browser collects when it finds time. */
  readonly collectionMs: number;
  /** The browser's own tasks, without a script and without drawing. */
  readonly restMs: number;
}

/** One event of a trace; `ts` and `dur` are in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly args?: { readonly data?: { readonly url?: string } };
}

const CATEGORIES = [
  'toplevel',
  'devtools.timeline',
  'blink.user_timing',
  'v8',
  'disabled-by-default-v8.gc',
  'cppgc',
  'disabled-by-default-cppgc',
];
const TASK = 'ThreadControllerImpl::RunTask';
const COLLECTION = /^(V8\.GC|CppGC\.|BlinkGC\.|MajorGC|MinorGC)/;
const SCRIPT = new Set(['FunctionCall', 'EvaluateScript', 'RunMicrotasks']);
const DRAWING =
  /^(UpdateLayoutTree|RecalculateStyles|Layout|PrePaint|Paint|Layerize|Commit|HitTest|FireAnimationFrame|FireIdleCallback|ResizeObserver|IntersectionObserver)/;
const EDITOR_SCRIPT = '/webview/browser/pre/';

/** Traces the browser while something goes on, and tells of each page what it did meanwhile. */
export async function workDuring<K extends string>(
  pages: Readonly<Record<K, Frame>>,
  run: () => Promise<unknown>,
): Promise<Readonly<Record<K, PageWork>>> {
  const names = Object.keys(pages) as K[];
  const mark = (when: string): Promise<unknown> =>
    Promise.all(
      names.map(name => pages[name].evaluate(`void performance.mark('${name} ${when}')`)),
    );
  const events = await traced(Object.values<Frame>(pages), async () => {
    await mark('begins');
    await run();
    await mark('ends');
  });
  return Object.fromEntries(names.map(name => [name, workOf(events, name)])) as Record<K, PageWork>;
}

async function traced(
  [frame]: readonly Frame[],
  run: () => Promise<unknown>,
): Promise<readonly TraceEvent[]> {
  const debug = await frame?.page().context().browser()?.newBrowserCDPSession();
  if (!debug) {
    throw new Error('There is no browser to trace.');
  }
  const events: TraceEvent[] = [];
  debug.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]));
  });
  await debug.send('Tracing.start', { traceConfig: { includedCategories: CATEGORIES } });
  await run();
  await endTrace(debug);
  return events;
}

async function endTrace(debug: CDPSession): Promise<void> {
  const done = new Promise(resolve => {
    debug.once('Tracing.tracingComplete', resolve);
  });
  await debug.send('Tracing.end');
  await done;
  await debug.detach();
}

function workOf(events: readonly TraceEvent[], page: string): PageWork {
  const begins = events.find(({ name }) => name === `${page} begins`);
  const ends = events.find(({ name }) => name === `${page} ends`);
  if (!begins || !ends) {
    throw new Error(`The trace does not know "${page}".`);
  }
  const its = events.filter(
    ({ ph, pid, tid, ts }) =>
      ph === 'X' && pid === begins.pid && tid === begins.tid && ts > begins.ts && ts < ends.ts,
  );
  if (!events.some(({ name }) => name === TASK)) {
    throw new Error('The trace has no tasks: this browser calls them something else.');
  }
  // The one that is not over yet makes our own mark.
  const tasks = its.filter(task => task.name === TASK && endOf(task) < ends.ts);
  const work = { ownMs: 0, editorMs: 0, collectionMs: 0, restMs: 0 };
  for (const task of tasks) {
    const inside = its.filter(event => event.ts >= task.ts && endOf(event) <= endOf(task));
    work[kindOf(inside)] += (task.dur ?? 0) / 1_000;
  }
  return work;
}

/** A task counts as a whole, and as ours if anything in it is. */
function kindOf(inside: readonly TraceEvent[]): keyof PageWork {
  const scripts = inside.filter(({ name }) => SCRIPT.has(name));
  const isEditors = ({ args }: TraceEvent): boolean =>
    args?.data?.url?.includes(EDITOR_SCRIPT) === true;
  if (inside.some(({ name }) => DRAWING.test(name)) || !scripts.every(isEditors)) {
    return 'ownMs';
  }
  if (scripts.length > 0) {
    return 'editorMs';
  }
  return inside.some(({ name }) => COLLECTION.test(name)) ? 'collectionMs' : 'restMs';
}

const endOf = ({ ts, dur = 0 }: TraceEvent): number => ts + dur;
