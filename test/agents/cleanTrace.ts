import { parseTrace, type TraceLine, type TraceMessage } from '../fakes/replay.ts';

/** Longer texts and lists in a fixture are truncated, because the rest shows nothing new. */
const TEXT_CHARS = 240;
const LIST_ITEMS = 3;
/** The number of messages outside the protocol that are kept. */
const VENDOR_MESSAGES = 3;

/** The two fixtures of a run: a new session up to the first cancellation, and a session that is loaded. */
export interface CleanTraces {
  readonly fresh: string;
  readonly loaded: string | undefined;
}

/** Removes from the traffic of a run what differs from run to run and what would be a secret. */
export function cleanTraces(text: string): CleanTraces {
  const lives = splitByProcess(parseTrace(replaceMachineSpecifics(text)));
  const loaded = lives.findLast(lines => lines.some(({ msg }) => msg.method === 'session/load'));
  return {
    fresh: asText(untilFirstStop(lives[0] ?? [])),
    loaded: loaded && asText(untilSessionChange(loaded)),
  };
}

/** Splits a trace by the processes of the agent, each of which begins with `initialize`. */
function splitByProcess(lines: readonly TraceLine[]): readonly (readonly TraceLine[])[] {
  const starts = lines.flatMap(({ dir, msg }, index) =>
    dir === 'c2a' && msg.method === 'initialize' ? [index] : [],
  );
  return starts.map((start, index) => lines.slice(start, starts[index + 1]));
}

/** Ends the trace at the first cancellation, whose effect depends on timing. Other tests cover it. */
function untilFirstStop(lines: readonly TraceLine[]): readonly TraceLine[] {
  const end = lines.findIndex(isStopped);
  return end < 0 ? lines : lines.slice(0, end);
}

/** Ends the trace where it continues in other sessions. */
function untilSessionChange(lines: readonly TraceLine[]): readonly TraceLine[] {
  const end = lines.findIndex(({ dir, msg }) => dir === 'c2a' && SESSION_CHANGES.has(msg.method));
  return end < 0 ? lines : lines.slice(0, end);
}

const SESSION_CHANGES = new Set<string | undefined>([
  'session/new',
  'session/fork',
  'session/close',
]);

/** The step as it is encoded in the script of a prompt. */
const HANG = String.raw`\"hang\"`;

const isStopped = ({ dir, msg }: TraceLine): boolean =>
  dir === 'c2a' && msg.method === 'session/prompt' && JSON.stringify(msg).includes(HANG);

/** The first moment of 2026, in seconds, which replaces all times. */
const FIXED_TIME_S = 1_767_225_600;

/** Replaces folders, addresses, ids, times, and the names of this machine and of its processes. */
function replaceMachineSpecifics(text: string): string {
  const ids = new Ordinals();
  const moments = new Ordinals();
  return text
    .replaceAll(/\.{3}[\w/-]*\/accord-[a-z\d-]+-\w{6}/g, '.../run')
    .replaceAll(/\/tmp\/(?:accord-\w+\/)?accord-[a-z\d-]+-\w{6}/g, '/run')
    .replaceAll(/[^"\s]*\/accord-rig\/agents/g, '/agents')
    .replaceAll(/accord-[a-z\d-]+-\w{6}/g, 'run')
    .replaceAll(/\/tmp\/[\w.-]*/g, '/run')
    .replaceAll(/\/root\b/g, '/home')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://model')
    .replaceAll(/scripted_\d+_/g, 'scripted_')
    .replaceAll(/("hostname":)"[^"]*"/g, '$1"host"')
    .replaceAll(/("(?:pid|process_id)":"?)\d+/g, '$11')
    .replaceAll(/("(?:elapsed_ms|elapsedMs|nanos|durationMs|duration_ms)":)\d+/g, '$10')
    .replaceAll(/20\d\d-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g, '2026-01-01T00:00:00.000Z')
    .replaceAll(/(?<!\d)1[7-9]\d{11}(?!\d)/g, ms => `${FIXED_TIME_S * 1000 + moments.of(ms)}`)
    .replaceAll(/(?<!\d)1[7-9]\d{8}(?!\d)/g, s => `${FIXED_TIME_S + moments.of(s)}`)
    .replaceAll(/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g, id => `id-${ids.of(id)}`);
}

/** Numbers values in the order in which they first occur. */
class Ordinals {
  readonly #seen = new Map<string, number>();

  of(thing: string): number {
    const known = this.#seen.get(thing) ?? this.#seen.size + 1;
    this.#seen.set(thing, known);
    return known;
  }
}

function asText(lines: readonly TraceLine[]): string {
  const seen = new Map<string, number>();
  return lines
    .filter(({ dir, msg }) => dir === 'c2a' || isEnough(msg, seen))
    .map((line, t) => `${JSON.stringify({ ...line, t, msg: shortened(line.msg) })}\n`)
    .join('');
}

function isEnough({ method, id }: TraceMessage, seen: Map<string, number>): boolean {
  if (method === undefined || id !== undefined || method === 'session/update') {
    return true;
  }
  const count = (seen.get(method) ?? 0) + 1;
  seen.set(method, count);
  return count <= VENDOR_MESSAGES;
}

const LISTS = new Set(['availableCommands', 'options', 'availableModels', 'availableModes']);

function shortened(value: unknown, name = ''): unknown {
  if (typeof value === 'string') {
    return value.length > TEXT_CHARS ? `${value.slice(0, TEXT_CHARS)}...` : value;
  }
  if (Array.isArray(value)) {
    const isLong = LISTS.has(name) ? !value.some(isPermission) : value.every(isNumber);
    return (isLong ? value.slice(0, LIST_ITEMS) : value).map(item => shortened(item));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, shortened(inner, key)]),
    );
  }
  return value;
}

const isNumber = (item: unknown): boolean => typeof item === 'number'; // Bytes, whose text is in the trace as well.

/** The options of a permission request are kept, because its answer is one of them. */
const isPermission = (item: unknown): boolean =>
  typeof item === 'object' && item !== null && 'optionId' in item;
