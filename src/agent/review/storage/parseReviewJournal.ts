import * as z from 'zod';
import { applyEvent } from '../../../core/review/model/applyEvent.ts';
import {
  fileContentSchema,
  parseReviewEvent,
} from '../../../core/review/model/reviewEventSchema.ts';
import type { ReviewedFile } from '../../../core/review/file/reviewedFile.ts';
import { parseReviewSnapshot } from '../../../core/review/model/reviewSnapshot.ts';
import {
  emptyReview,
  findFile,
  isValidReview,
  type ReviewState,
} from '../../../core/review/model/reviewState.ts';
import { snapshotSchema } from '../../snapshot/model/snapshotSchema.ts';
import type { OpenTurns } from '../trackedTurns.ts';
import { decodeJournalLine } from './journalLine.ts';

/** The review of an earlier window, read from its journal. */
export interface SavedReview {
  readonly state: ReviewState;
  readonly codecs: ReadonlyMap<string, string>;
  /** Turns that were interrupted. */
  readonly open: OpenTurns;
  /** Files that were under review, but of which the lines that say how are lost. */
  readonly unknown: readonly string[];
}

export const NO_OPEN_TURNS: OpenTurns = {
  turns: [],
  snapshots: [],
  unrecorded: [],
  unsaved: [],
};

const knownContents = z.array(z.object({ path: z.string(), content: fileContentSchema }));
const turnsShape = z
  .object({
    turns: z.array(
      z.object({ sessionId: z.string(), turn: z.number(), roots: z.array(z.string()).readonly() }),
    ),
    snapshots: z.array(snapshotSchema),
    unrecorded: knownContents.exactOptional(),
    unsaved: z.array(z.string()).default([]),
    told: knownContents.default([]), // The name of `unrecorded` in journals of earlier versions.
  })
  .transform(({ told, unrecorded = told, ...rest }) => ({ ...rest, unrecorded }));
const line = z.union([
  z.object({ kind: z.literal('texts'), texts: z.array(z.string()) }),
  z.object({
    kind: z.literal('snapshot'),
    snapshot: z.record(z.string(), z.unknown()),
    textCount: z.number().exactOptional(),
  }),
  z.object({ kind: z.literal('codec'), path: z.string(), codec: z.string() }),
  z.object({ kind: z.literal('turns'), open: turnsShape }),
  z.object({
    kind: z.literal('event'),
    event: z.unknown(),
    revision: z.number().exactOptional(),
    files: z.array(z.tuple([z.string(), z.number().nullable()])).exactOptional(),
  }),
]);

/**
 * Replays a journal. `isWhole` is false if a line is damaged, missing or repeated, except for a last line that was not
 * written completely.
 */
export function parseReviewJournal(journal: Buffer): SavedReview & { readonly isWhole: boolean } {
  const replay = new JournalReplay();
  let at = 0;
  for (let end = journal.indexOf(NEWLINE); end >= 0; end = journal.indexOf(NEWLINE, at)) {
    if (!replay.play(journal.toString('utf8', at, end))) {
      replay.isWhole = false;
    }
    at = end + 1;
  }
  replay.play(journal.toString('utf8', at));
  const { state, codecs, open, unknown, isWhole } = replay;
  return { state, codecs, open, unknown: [...unknown], isWhole };
}

const NEWLINE = 0x0a;

type EventLine = Extract<z.infer<typeof line>, { kind: 'event' }>;
type EventFiles = NonNullable<EventLine['files']>;

/** The review while its journal is read. */
class JournalReplay {
  state: ReviewState = emptyReview;
  readonly codecs = new Map<string, string>();
  open: OpenTurns = NO_OPEN_TURNS;
  readonly unknown = new Set<string>();
  isWhole = true;
  #texts: string[] = [];
  /** The ids of files that lack an event. */
  readonly #outdated = new Set<string>();

  /** Returns false if the line is invalid. */
  play(raw: string): boolean {
    const entry = line.safeParse(decodeJournalLine(raw)).data;
    switch (entry?.kind) {
      case 'texts':
        this.#texts = [...this.#texts, ...entry.texts];
        return true;
      case 'snapshot':
        return this.#restore(entry.snapshot, entry.textCount);
      case 'event':
        return this.#apply(entry);
      case 'codec':
        this.codecs.set(entry.path, entry.codec);
        return true;
      case 'turns':
        this.open = entry.open;
        return true;
      case undefined:
        return false;
    }
  }

  #restore(snapshot: Readonly<Record<string, unknown>>, textCount: number | undefined): boolean {
    const texts = this.#texts;
    this.#texts = [];
    const isComplete = textCount === undefined || textCount === texts.length;
    const state = isComplete
      ? parseReviewSnapshot(textCount === undefined ? snapshot : { ...snapshot, texts })
      : undefined;
    this.state = state ?? this.state;
    this.#outdated.clear();
    return state !== undefined;
  }

  /** An event is only applied to the text that it was made for. */
  #apply({ event: raw, revision, files = [] }: EventLine): boolean {
    const event = parseReviewEvent(raw);
    if (!event || (revision !== undefined && revision < this.state.revision)) {
      return false; // It is repeated.
    }
    const isGap = revision !== undefined && revision > this.state.revision;
    // Ids contain the revision, so later lines refer to the original one.
    const state = isGap ? { ...this.state, revision } : this.state;
    if (files.some(([path, wanted]) => !this.#isAt(wanted, findFile(state, path)))) {
      this.#skip(files, state);
      return false;
    }
    const next = applyEvent(state, event).state;
    if (!isValidReview(next, state)) {
      return false;
    }
    this.state = next;
    return !isGap;
  }

  #isAt(revision: number | null, file: ReviewedFile | undefined): boolean {
    return (file?.revision ?? null) === revision && !(file && this.#outdated.has(file.id));
  }

  /** A file that is not found has been under review since a line that is lost. */
  #skip(files: EventFiles, state: ReviewState): void {
    this.state = { ...state, revision: state.revision + 1 };
    for (const [path, revision] of files) {
      const file = findFile(state, path);
      if (file) {
        this.#outdated.add(file.id);
      } else if (revision !== null) {
        this.unknown.add(path);
      }
    }
  }
}
