import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { t } from '../../l10n.ts';
import { asPlanOperation } from '../wire/parsePlanOperation.ts';
import type { AgentEntry, Entry, PlanEntry, PlanItem } from './entry.ts';
import { newEntryBase, type TranscriptPatch, type Transcript } from './transcript.ts';

/** Of longer plans the beginning is shown, and how many items were left out. */
const PLAN_LIMIT_ITEMS = 500;

type PlanUpdate = Extract<SessionUpdate, { sessionUpdate: 'plan' }>;

/**
 * Each update contains a whole plan, which keeps its place: the plan with its id, or else the one plan of the turn. A plan that is
 * a text is shown as a message.
 */
export function planPatches(
  transcript: Transcript,
  update: PlanUpdate,
  nowMs: number,
): readonly TranscriptPatch[] {
  const { planId, block } = asPlanOperation(update) ?? {};
  const base = newEntryBase(transcript, nowMs);
  const id = planId === undefined ? {} : { planId };
  const items = toItems(update.entries);
  const after: AgentEntry | PlanEntry | undefined = block
    ? { ...base, kind: 'agent', ...id, blocks: [block] }
    : items.length > 0
      ? { ...base, kind: 'plan', ...id, items }
      : undefined;
  const shown = findPlan(transcript, planId);
  if (!shown) {
    return after ? [{ kind: 'added', entry: after }] : [];
  }
  const { id: shownId, turn, atMs } = shown;
  return after
    ? [{ kind: 'replaced', entry: { ...after, id: shownId, turn, atMs } }]
    : [{ kind: 'removed', id: shownId }];
}

function findPlan(
  { entries, turn, ownerId }: Transcript,
  planId: string | undefined,
): Entry | undefined {
  return entries.findLast(
    entry =>
      entry.parentId === ownerId &&
      (entry.kind === 'plan' || (entry.kind === 'agent' && entry.planId !== undefined)) &&
      entry.planId === planId &&
      (planId !== undefined || entry.turn === turn),
  );
}

function toItems(entries: PlanUpdate['entries']): readonly PlanItem[] {
  const items: PlanItem[] = entries
    .slice(0, PLAN_LIMIT_ITEMS)
    .map(({ content, priority, status }) => ({ text: content, priority, status }));
  if (entries.length > items.length) {
    items.push({
      text: t('... and {0} more', entries.length - items.length),
      priority: 'low',
      status: 'pending',
    });
  }
  return items;
}
