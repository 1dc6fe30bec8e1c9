import { asNumber, asRecord, asString, type JsonObject } from '../../json.ts';
import type { PlanLimit } from './usage.ts';

/** Further limits are ignored. */
const LIMIT_COUNT = 10;
const NAME_LIMIT_CHARS = 60;
const SECOND_MS = 1_000;
const MINUTES_PER_HOUR = 60;
/** A later time cannot be a number of seconds, so it is one of milliseconds. */
const LATEST_SECONDS = 100_000_000_000;

/**
 * Reads the limits of the user's plan from the `_meta` of a usage update. The protocol has no field for them: Claude sends one
 * limit per update as `_claude/rateLimit`, others a record or a list of them under a similar name.
 */
export function parsePlanLimits(meta: unknown): readonly PlanLimit[] {
  const entries = Object.entries(asRecord(meta) ?? {});
  const found = entries.filter(([key]) => /rate_?limits?$/i.test(key));
  return found.flatMap(([, value]) => limitsIn(value, '')).slice(0, LIMIT_COUNT);
}

function limitsIn(value: unknown, key: string): readonly PlanLimit[] {
  if (Array.isArray(value)) {
    return value.slice(0, LIMIT_COUNT).flatMap(item => limitsIn(item, key));
  }
  const raw = asRecord(value);
  if (!raw) {
    return [];
  }
  const limit = limitOf(raw, key);
  return limit
    ? [limit]
    : Object.entries(raw)
        .slice(0, LIMIT_COUNT)
        .flatMap(([name, item]) => (Array.isArray(item) || key !== '' ? [] : limitsIn(item, name)));
}

function limitOf(raw: JsonObject, key: string): PlanLimit | undefined {
  const share = shareOf(raw);
  const resetsAtMs = timeOf(raw['resetsAt'] ?? raw['resets_at']);
  const status = asString(raw['status']) ?? '';
  const isReached = /reject|exceeded|reached/i.test(status) || (share ?? 0) >= 1;
  if (share === undefined && resetsAtMs === undefined && !isReached) {
    return undefined;
  }
  return {
    name: nameOf(raw, key).slice(0, NAME_LIMIT_CHARS),
    ...(share === undefined ? {} : { share }),
    ...(resetsAtMs === undefined ? {} : { resetsAtMs }),
    ...(isReached ? { level: 'reached' } : /warning/i.test(status) ? { level: 'near' } : {}),
  };
}

/** `utilization` is a share or, above 1, a percentage. */
function shareOf(raw: JsonObject): number | undefined {
  const percent = asNumber(raw['usedPercent']) ?? asNumber(raw['used_percent']);
  const used = percent === undefined ? asNumber(raw['utilization']) : percent / 100;
  return used === undefined ? undefined : Math.min(1, Math.max(0, used > 1 ? used / 100 : used));
}

/** Agents send seconds, milliseconds or an ISO date. */
function timeOf(value: unknown): number | undefined {
  const time = asNumber(value);
  if (time !== undefined) {
    return time < LATEST_SECONDS ? time * SECOND_MS : time;
  }
  const parsed = Date.parse(asString(value) ?? '');
  return Number.isNaN(parsed) ? undefined : parsed;
}

function nameOf(raw: JsonObject, key: string): string {
  const minutes = asNumber(raw['windowDurationMins']);
  const name =
    asString(raw['rateLimitType']) ?? asString(raw['limitName']) ?? asString(raw['name']);
  const hours = minutes === undefined ? '' : `${Math.round(minutes / MINUTES_PER_HOUR)} h`;
  return (name ?? (hours || key)).replaceAll('_', ' ');
}
