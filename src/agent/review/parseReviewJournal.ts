import { z } from 'zod';
import { applyEvent } from '../../core/review/model/applyEvent.ts';
import { fileContentSchema, parseReviewEvent } from '../../core/review/model/reviewEventSchema.ts';
import { parseReviewSnapshot } from '../../core/review/model/reviewSnapshot.ts';
import {
  emptyReview,
  isValidReview,
  type ReviewState,
} from '../../core/review/model/reviewState.ts';
import { snapshotSchema } from '../snapshot/model/snapshotSchema.ts';
import type { OpenTurns } from './changeTracker.ts';

/** The review of an earlier window, read from its journal. */
export interface SavedReview {
  readonly state: ReviewState;
  readonly codecs: ReadonlyMap<string, string>;
  /** Turns that were interrupted. */
  readonly open: OpenTurns;
}

export const NO_OPEN_TURNS: OpenTurns = { turns: [], snapshots: [], told: [] };

const turnsShape = z.object({
  turns: z.array(
    z.object({ sessionId: z.string(), turn: z.number(), roots: z.array(z.string()).readonly() }),
  ),
  snapshots: z.array(snapshotSchema),
  told: z.array(z.object({ path: z.string(), content: fileContentSchema })).default([]),
});
const line = z.union([
  z.object({ kind: z.literal('snapshot'), snapshot: z.unknown() }),
  z.object({ kind: z.literal('codec'), path: z.string(), codec: z.string() }),
  z.object({ kind: z.literal('turns'), open: turnsShape }),
  z.object({ kind: z.literal('event'), event: z.unknown() }),
]);

/**
 * Replays a journal. `isWhole` is false if a line is invalid, except for a last line that was not written completely.
 */
export function parseReviewJournal(text: string): SavedReview & { readonly isWhole: boolean } {
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  let saved: PartialReview = { state: emptyReview, codecs: new Map(), open: NO_OPEN_TURNS };
  let isWhole = true;
  for (const raw of lines) {
    const next = replayLine(saved, raw);
    saved = next ?? saved;
    isWhole &&= next !== undefined;
  }
  return { ...(replayLine(saved, last) ?? saved), isWhole };
}

/** There may be thousands of encodings, so the map is changed in place. */
interface PartialReview extends SavedReview {
  readonly codecs: Map<string, string>;
}

/** The review after one more line, or `undefined` if the line is invalid. */
function replayLine(saved: PartialReview, raw: string): PartialReview | undefined {
  const entry = line.safeParse(parseJson(raw)).data;
  switch (entry?.kind) {
    case 'snapshot':
      return withState(saved, parseReviewSnapshot(entry.snapshot));
    case 'event':
      return withState(saved, applyRawEvent(saved.state, entry.event));
    case 'codec':
      saved.codecs.set(entry.path, entry.codec);
      return saved;
    case 'turns':
      return { ...saved, open: entry.open };
    case undefined:
      return undefined;
  }
}

const withState = (
  saved: PartialReview,
  state: ReviewState | undefined,
): PartialReview | undefined => state && { ...saved, state };

function applyRawEvent(state: ReviewState, raw: unknown): ReviewState | undefined {
  const event = parseReviewEvent(raw);
  const next = event && applyEvent(state, event).state;
  return next && isValidReview(next, state) ? next : undefined;
}

function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}
