import type { Frame } from 'playwright-core';
import { markTrace, type TraceEvent, traced } from './trace.ts';

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

/** Traces the browser while something goes on, and tells of each page what it did meanwhile. */
export async function workDuring<K extends string>(
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
  const events = await traced(first, CATEGORIES, async () => {
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
  if (inside.some(({ name }) => DRAWING.test(name)) || !scripts.every(isEditors)) {
    return 'ownMs';
  }
  if (scripts.length > 0) {
    return 'editorMs';
  }
  return inside.some(({ name }) => COLLECTION.test(name)) ? 'collectionMs' : 'restMs';
}

const isEditors = ({ args }: TraceEvent): boolean =>
  args?.data?.url?.includes(EDITOR_SCRIPT) === true;

const endOf = ({ ts, dur = 0 }: TraceEvent): number => ts + dur;
