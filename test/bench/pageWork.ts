import type { Frame } from 'playwright-core';
import { markTrace, type TraceEvent, recordTrace } from './trace.ts';

/** The work of a page's main thread in a period, by its cause. */
export interface PageWork {
  /** The page's own scripts, style, layout and paint, including the garbage collections within them. */
  readonly ownMs: number;
  /** The scripts that VS Code adds to every webview: they check four times a second whether it has the focus. */
  readonly editorMs: number;
  /** Garbage of earlier work, which the browser collects when it is idle. */
  readonly collectionMs: number;
  /** The browser's own tasks, which neither run a script nor draw. */
  readonly restMs: number;
}

const CATEGORIES = [
  'toplevel',
  'devtools.timeline',
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

/** Traces the browser during a run and returns the work of each page. */
export async function measurePageWork<K extends string>(
  pages: Readonly<Record<K, Frame>>,
  run: () => Promise<unknown>,
): Promise<Readonly<Record<K, PageWork>>> {
  const names = Object.keys(pages) as K[];
  const [first] = Object.values<Frame>(pages);
  if (!first) {
    throw new Error('There is no page to watch.');
  }
  const mark = (when: string): Promise<unknown> =>
    Promise.all(names.map(name => markTrace(pages[name], `${name} ${when}`)));
  const events = await recordTrace(first, CATEGORIES, async () => {
    await mark('begins');
    await run();
    await mark('ends');
  });
  return Object.fromEntries(names.map(name => [name, workOf(events, name)])) as Record<K, PageWork>;
}

function workOf(events: readonly TraceEvent[], page: string): PageWork {
  const begins = events.find(({ name }) => name === `${page} begins`);
  const ends = events.find(({ name }) => name === `${page} ends`);
  if (!begins || !ends) {
    throw new Error(`The trace does not know "${page}".`);
  }
  const pageEvents = events.filter(
    ({ ph, pid, tid, ts }) =>
      ph === 'X' && pid === begins.pid && tid === begins.tid && ts > begins.ts && ts < ends.ts,
  );
  if (!events.some(({ name }) => name === TASK)) {
    throw new Error('The trace has no tasks: this browser calls them something else.');
  }
  // A task that has not ended yet is the one that sets our end mark.
  const tasks = pageEvents.filter(task => task.name === TASK && endOf(task) < ends.ts);
  const work = { ownMs: 0, editorMs: 0, collectionMs: 0, restMs: 0 };
  for (const task of tasks) {
    const inside = pageEvents.filter(event => event.ts >= task.ts && endOf(event) <= endOf(task));
    work[kindOf(inside)] += (task.dur ?? 0) / 1_000;
  }
  return work;
}

/** A task is classified as a whole: it is the page's own if any part of it is. */
function kindOf(inside: readonly TraceEvent[]): keyof PageWork {
  const scripts = inside.filter(({ name }) => SCRIPT.has(name));
  if (inside.some(({ name }) => DRAWING.test(name)) || !scripts.every(isEditorScript)) {
    return 'ownMs';
  }
  if (scripts.length > 0) {
    return 'editorMs';
  }
  return inside.some(({ name }) => COLLECTION.test(name)) ? 'collectionMs' : 'restMs';
}

const isEditorScript = ({ args }: TraceEvent): boolean =>
  args?.data?.url?.includes(EDITOR_SCRIPT) === true;

const endOf = ({ ts, dur = 0 }: TraceEvent): number => ts + dur;
