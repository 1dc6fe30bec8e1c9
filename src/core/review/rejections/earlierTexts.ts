import { editsBetween } from '../../diff/lineDiff.ts';
import { adoptedChanges } from '../../diff/merge3.ts';
import { lineCount, sliceRange } from '../../text/lineRange.ts';
import { sameLines, type Lines } from '../../text/lines.ts';
import { changeFile, type RestoredText } from '../file/changeFile.ts';
import { EventContext, uniqueOrigins, type Hunk, type Origin } from '../file/hunk.ts';
import type { ReviewedFile } from '../file/reviewedFile.ts';

/** Limits: files, and for each of them texts and their lines. */
const FILES_LIMIT = 50;
const TEXTS_LIMIT = 50;
const LINES_LIMIT = 500_000;
/** How many texts are compared with one that the file never had. */
const COMPARED_TEXTS = 5;

/**
 * Remembers what the user had agreed to of each text that a file had in the editor. When undo, redo or a revert brings such a text
 * back, its lines have the same authors as before.
 */
export class EarlierTexts {
  /** By file id, the last one last. */
  readonly #files = new Map<string, readonly ReviewedFile[]>();

  /** Remembers a file that is about to change. */
  remember(file: ReviewedFile): void {
    const known = this.#files.get(file.id) ?? [];
    if (file.current.form.kind !== 'text' || known.at(-1) === file) {
      return;
    }
    const count = Math.floor(LINES_LIMIT / (file.current.lines.length + 1));
    const limit = Math.max(1, Math.min(TEXTS_LIMIT, count));
    const others = known.filter(({ current }) => current.lines !== file.current.lines);
    this.#files.delete(file.id);
    this.#files.set(file.id, [...others, file].slice(-limit));
    const [oldest] = this.#files.keys();
    if (this.#files.size > FILES_LIMIT && oldest !== undefined) {
      this.#files.delete(oldest);
    }
  }

  /** The file as it was when it last had a text. */
  find(file: ReviewedFile, text: Lines): ReviewedFile | undefined {
    return this.#files.get(file.id)?.findLast(({ current }) => sameLines(current.lines, text));
  }

  /**
   * The change that brings a text back. Undefined if nothing is known about it. After undo or redo it is certain that the user had the
   * text, even if the review did not.
   */
  restore(
    file: ReviewedFile,
    text: Lines,
    { isUndo }: { readonly isUndo: boolean },
  ): RestoredText | undefined {
    const known = this.find(file, text);
    const earlier = known ?? (isUndo ? this.#approximate(file, text) : undefined);
    const isReturning = (hunk: Hunk): boolean => !file.hunks.some(one => isAlike(one, hunk));
    const origins = earlier?.hunks.filter(isReturning).flatMap(hunk => hunk.origins) ?? [];
    return earlier && restoreText(file, text, { agreed: earlier.base.lines, origins });
  }

  /**
   * The file with a text that the review never had, because the user was fast. If lines that were pending come back, it is derived from
   * an earlier text that had them.
   */
  #approximate(file: ReviewedFile, text: Lines): ReviewedFile | undefined {
    const known = (this.#files.get(file.id) ?? []).slice(-COMPARED_TEXTS);
    const pending = new Set(known.flatMap(pendingLines));
    const candidates = [file, ...known.toReversed()].map(from => {
      const edits = editsBetween(from.current.lines, text);
      const returning = edits.flatMap(({ lines }) => lines).filter(line => pending.has(line));
      return { from, edits, count: returning.length };
    });
    const [best] = candidates.toSorted((one, other) => one.count - other.count);
    if (!best || best.from === file) {
      return undefined;
    }
    const { from, edits } = best;
    const context = new EventContext(from.revision);
    return changeFile(from, { kind: 'user' }, { kind: 'lines', edits }, context).file;
  }
}

const pendingLines = ({ current, hunks }: ReviewedFile): Lines =>
  hunks.flatMap(hunk => sliceRange(current.lines, hunk.current));

const isAlike = (one: Hunk, other: Hunk): boolean =>
  one.id === other.id && lineCount(one.current) === lineCount(other.current);

/**
 * The change after which a file has a text of which the user had agreed to `agreed`. What was accepted since stays accepted. Undefined
 * if the file is not compared line by line.
 */
export function restoreText(
  { base, current }: ReviewedFile,
  text: Lines,
  { agreed, origins }: { readonly agreed: Lines; readonly origins: readonly Origin[] },
): RestoredText | undefined {
  if (base.form.kind !== 'text' || current.form.kind !== 'text') {
    return undefined;
  }
  return {
    kind: 'restored',
    edits: editsBetween(current.lines, text),
    baseEdits: editsBetween(base.lines, adoptedChanges(agreed, base.lines, text)),
    origins: uniqueOrigins(origins),
  };
}
