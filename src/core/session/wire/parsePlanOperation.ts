import type { ContentBlock, PlanEntry, SessionUpdate } from '@agentclientprotocol/sdk';
import { asList, asRecord, asString, type JsonObject } from '../../json.ts';

/** Longer plans are truncated. */
const TEXT_LIMIT_CHARS = 200_000;
const URI_LIMIT_CHARS = 4_000;

/** Which of several plans an update is about, and its text if it is not a list of steps. */
export interface PlanOperation {
  readonly planId: string;
  readonly block?: ContentBlock;
}

/** Plans that we have read from plan operations. An agent cannot forge them, because `_meta` of a plan is not read. */
const operations = new WeakMap<SessionUpdate, PlanOperation>();

/** What `plan_update` and `plan_removed` say beyond a plan. */
export const asPlanOperation = (update: SessionUpdate): PlanOperation | undefined =>
  operations.get(update);

/** Reads `plan_update`, which is not part of the stable protocol yet, as the update of a plan with an id. */
export function parsePlanUpdate(
  update: JsonObject,
  parseEntry: (raw: unknown) => PlanEntry | undefined,
): SessionUpdate | undefined {
  const plan = asRecord(update['plan']);
  const planId = asString(plan?.['planId']);
  if (!plan || planId === undefined) {
    return undefined;
  }
  const block = blockOf(plan);
  const entries = block ? [] : [...(asList(plan['entries'], parseEntry) ?? [])];
  return planOperation({ planId, ...(block ? { block } : {}) }, entries);
}

/** A removed plan is an empty one. */
export function parsePlanRemoved(update: JsonObject): SessionUpdate | undefined {
  const planId = asString(update['planId']);
  return planId === undefined ? undefined : planOperation({ planId }, []);
}

function planOperation(operation: PlanOperation, entries: PlanEntry[]): SessionUpdate {
  const update: SessionUpdate = { sessionUpdate: 'plan', entries };
  operations.set(update, operation);
  return update;
}

function blockOf(plan: JsonObject): ContentBlock | undefined {
  const content = asString(plan['content']);
  const uri = asString(plan['uri'])?.slice(0, URI_LIMIT_CHARS);
  switch (plan['type']) {
    case 'markdown':
      return content ? { type: 'text', text: content.slice(0, TEXT_LIMIT_CHARS) } : undefined;
    case 'file':
      return uri ? { type: 'resource_link', uri, name: uri.split('/').at(-1) ?? uri } : undefined;
    default:
      return undefined;
  }
}
