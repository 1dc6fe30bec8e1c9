import { parseMention } from '../prompt/mention/parseMention.ts';
import { asNumber, asRecord, asString } from '../json.ts';
import type { Draft } from '../prompt/draft.ts';
import type { Entry } from '../session/transcript/entry.ts';
import type { QueuedPrompt, Usage } from '../session/state/sessionState.ts';
import type { TranscriptPatch, TerminalState } from '../session/transcript/transcript.ts';

/*
 * A journal is our own writing, but disks forget and versions differ: whatever is read has the lists and names that the
 * rest of the program walks over, or is passed over.
 */

const texts = (raw: unknown, ...fields: readonly string[]): boolean =>
  fields.every(field => asString(asRecord(raw)?.[field]) !== undefined);

const numbers = (raw: unknown, ...fields: readonly string[]): boolean =>
  fields.every(field => asNumber(asRecord(raw)?.[field]) !== undefined);

const lists = (raw: unknown, ...fields: readonly string[]): boolean =>
  fields.every(field => Array.isArray(asRecord(raw)?.[field]));

const inner = (raw: unknown, field: string): unknown => asRecord(raw)?.[field];

const each = (raw: unknown, is: (item: unknown) => boolean): boolean =>
  Array.isArray(raw) && raw.every(item => is(item));

const hasKind = (raw: unknown): boolean => texts(raw, 'kind');

const hasBlocks = (raw: unknown): boolean =>
  each(inner(raw, 'blocks'), block => texts(block, 'type'));

const hasToolParts = (raw: unknown): boolean =>
  texts(raw, 'callId', 'title', 'toolKind') &&
  each(inner(raw, 'content'), hasKind) &&
  each(inner(raw, 'locations'), place => texts(place, 'path'));

const hasAnswer = (raw: unknown): boolean => hasKind(inner(raw, 'answer'));

const isRejectedFile = (raw: unknown): boolean =>
  texts(raw, 'path', 'label', 'change') &&
  each(
    inner(raw, 'hunks'),
    hunk =>
      texts(hunk, 'id', 'turnId') &&
      numbers(hunk, 'line') &&
      ['above', 'below', 'base', 'wrote'].every(side =>
        each(inner(hunk, side), line => typeof line === 'string'),
      ),
  );

const isOptional = (raw: unknown, is: (value: unknown) => boolean): boolean =>
  raw === undefined || is(raw);

/** What an entry of each kind must have. */
const ENTRY: Readonly<Record<Entry['kind'], (raw: unknown) => boolean>> = {
  user: raw => hasBlocks(raw) && isOptional(inner(raw, 'draft'), isDraft),
  agent: hasBlocks,
  thought: raw => hasBlocks(raw) && numbers(raw, 'untilMs'),
  tool: raw => hasToolParts(raw) && texts(raw, 'status'),
  plan: raw => each(inner(raw, 'items'), item => texts(item, 'text', 'status')),
  permission: raw =>
    hasToolParts(raw) &&
    hasAnswer(raw) &&
    each(inner(raw, 'choices'), choice => texts(choice, 'optionId', 'name', 'kind')),
  question: raw => texts(raw, 'message') && hasAnswer(raw) && hasKind(inner(raw, 'ask')),
  compaction: raw => hasBlocks(raw) && texts(raw, 'compactionId', 'status'),
  notice: raw => texts(raw, 'severity', 'title') && lists(raw, 'actions') && numbers(raw, 'times'),
  rejected: raw => numbers(raw, 'left') && each(inner(raw, 'files'), isRejectedFile),
  turnEnd: raw => texts(raw, 'reason') && numbers(raw, 'startedMs', 'toolCount', 'fileCount'),
};

export function isEntry(raw: unknown): raw is Entry {
  const kind = asString(inner(raw, 'kind')) ?? '';
  const check = Object.entries(ENTRY).find(([name]) => name === kind)?.[1];
  return check !== undefined && texts(raw, 'id') && numbers(raw, 'turn', 'atMs') && check(raw);
}

export const isTerminal = (raw: unknown): raw is TerminalState =>
  texts(raw, 'id', 'command', 'output');

export function isPatch(raw: unknown): raw is TranscriptPatch {
  switch (asString(inner(raw, 'kind')) ?? '') {
    case 'added':
    case 'replaced':
      return isEntry(inner(raw, 'entry'));
    case 'grew':
      return texts(raw, 'id', 'text') && numbers(raw, 'atMs');
    case 'removed':
      return texts(raw, 'id');
    case 'terminal':
      return isTerminal(inner(raw, 'terminal'));
    case 'terminalGrew':
      return texts(raw, 'id', 'text');
    default:
      return false;
  }
}

export const isDraft = (raw: unknown): raw is Draft =>
  each(
    raw,
    part =>
      (inner(part, 'kind') === 'text' && texts(part, 'text')) ||
      (inner(part, 'kind') === 'mention' && parseMention(inner(part, 'mention')) !== undefined),
  );

export const isQueuedPrompt = (raw: unknown): raw is QueuedPrompt =>
  texts(raw, 'id') && isDraft(inner(raw, 'draft'));

export const isUsage = (raw: unknown): raw is Usage => numbers(raw, 'usedTokens', 'sizeTokens');
