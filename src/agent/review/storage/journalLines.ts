import type { ReviewEvent } from '../../../core/review/model/reviewEvent.ts';
import { createReviewSnapshot } from '../../../core/review/model/reviewSnapshot.ts';
import { findFile, type ReviewState } from '../../../core/review/model/reviewState.ts';
import { encodeJournalLine } from './journalLine.ts';

/** A snapshot with longer texts is split into lines: a string cannot be longer than 512 MB. */
const LINE_LIMIT_CHARS = 8 * 1024 * 1024;

/** The lines of a review as it is now, one at a time, so that not all of them are in memory twice. */
export function* snapshotLines(state: ReviewState): Generator<string> {
  const { texts, ...rest } = createReviewSnapshot(state);
  let part: string[] = [];
  let chars = 0;
  let isSplit = false;
  for (const text of texts) {
    if (chars + text.length > LINE_LIMIT_CHARS && part.length > 0) {
      yield encodeJournalLine({ kind: 'texts', texts: part });
      [part, chars, isSplit] = [[], 0, true];
    }
    part.push(text);
    chars += text.length;
  }
  if (isSplit) {
    yield encodeJournalLine({ kind: 'texts', texts: part });
    const snapshot = { ...rest, texts: [] };
    yield encodeJournalLine({ kind: 'snapshot', snapshot, textCount: texts.length });
  } else {
    yield encodeJournalLine({ kind: 'snapshot', snapshot: { ...rest, texts } });
  }
}

/**
 * An event with proof of what it applies to: the revision of the review, and the revisions of the files that it changes
 * (null if a file is not under review). A lost or repeated line is noticed by them, and in which files.
 */
export function eventEntry(event: ReviewEvent, before: ReviewState, after: ReviewState) {
  const files = changedPaths(event, before, after).map(
    path => [path, findFile(before, path)?.revision ?? null] as const,
  );
  return { kind: 'event', event, revision: before.revision, files };
}

function changedPaths(event: ReviewEvent, before: ReviewState, after: ReviewState): string[] {
  if (!('path' in event)) {
    const changed = [...before.files.values()].filter(file => after.files.get(file.id) !== file);
    return [...new Set(changed.map(file => file.current.path))];
  }
  return event.kind === 'changed' && event.change.kind === 'renamed'
    ? [event.path, event.change.path]
    : [event.path];
}
