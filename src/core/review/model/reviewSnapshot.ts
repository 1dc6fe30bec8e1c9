import { applyEdits } from '../../diff/lineEdit.ts';
import { sliceRange } from '../../text/lineRange.ts';
import { joinLines, splitLines, type Lines } from '../../text/lines.ts';
import { isConsistent } from '../file/comparison.ts';
import type { Facets, FileSide } from '../file/fileSide.ts';
import { isText, type ReviewedFile, type VanishedChange } from '../file/reviewedFile.ts';
import { FileTable } from './fileTable.ts';
import {
  reviewSnapshotSchema,
  type ReviewSnapshot,
  type SavedDecision,
  type SavedFile,
  type SavedVanishedChange,
} from './reviewSnapshotSchema.ts';
import { isValidReview, type Decision, type ReviewState } from './reviewState.ts';

/**
 * Serializes a review to plain JSON. All texts are in one table without duplicates, so that a store can keep them
 * separately by hash. The current text is not saved, since it is base + hunks.
 */
export function createReviewSnapshot(state: ReviewState): ReviewSnapshot {
  const texts = new TextTable();
  return {
    version: 1,
    revision: state.revision,
    files: [...state.files.values()].map(file => serializeFile(file, texts)),
    done: state.done.map(decision => serializeDecision(decision, texts)),
    undone: state.undone.map(decision => serializeDecision(decision, texts)),
    verdicts: state.verdicts,
    texts: texts.all,
  };
}

/** Parses a snapshot. Undefined if it is invalid or incomplete. */
export function parseReviewSnapshot(raw: unknown): ReviewState | undefined {
  const parsed = reviewSnapshotSchema.safeParse(raw);
  if (!parsed.success) {
    return undefined;
  }
  const { revision, files, done, undone, verdicts, texts } = parsed.data;
  let isComplete = true;
  const lines = (index: number): Lines => {
    isComplete &&= index < texts.length;
    return splitLines(texts[index] ?? '');
  };
  const state = {
    revision,
    files: FileTable.of(files.map(file => parseFile(file, lines))),
    done: done.map(decision => parseDecision(decision, lines)),
    undone: undone.map(decision => parseDecision(decision, lines)),
    verdicts,
  };
  return isComplete && isValidReview(state) ? state : undefined;
}

class TextTable {
  readonly all: string[] = [];
  readonly #indexes = new Map<string, number>();

  /** Adds a text if necessary, and returns its index. */
  add(lines: Lines): number {
    const text = joinLines(lines);
    const known = this.#indexes.get(text);
    if (known !== undefined) {
      return known;
    }
    this.#indexes.set(text, this.all.length);
    return this.all.push(text) - 1;
  }
}

function serializeFile(file: ReviewedFile, texts: TextTable): SavedFile {
  const { id, revision, facetsRevision, hasReturned, proposal } = file;
  return {
    ...serializeCompared(file, texts),
    id,
    revision,
    facetsRevision,
    hasReturned,
    vanished: file.vanished.map(one => serializeCompared(one, texts)),
    proposal: proposal && { ...proposal, target: serializeSide(proposal.target, texts) },
  };
}

function serializeCompared(file: VanishedChange, texts: TextTable): SavedVanishedChange {
  const { base, current, hunks, origins, mixed } = file;
  return {
    origins,
    mixed,
    base: serializeSide(base, texts),
    current: {
      path: current.path,
      form: current.form,
      text: isText(file) ? null : texts.add(current.lines),
    },
    hunks: hunks.map(hunk => ({
      ...hunk,
      text: texts.add(sliceRange(current.lines, hunk.current)),
      wrote: hunk.wrote && texts.add(hunk.wrote),
    })),
  };
}

const serializeSide = ({ path, form, lines }: FileSide, texts: TextTable) => ({
  path,
  form,
  text: texts.add(lines),
});

function parseFile(saved: SavedFile, lines: (index: number) => Lines): ReviewedFile {
  return {
    ...saved,
    ...parseCompared(saved, lines),
    vanished: saved.vanished.map(one => parseCompared(one, lines)).filter(isUsable),
    proposal: saved.proposal && {
      ...saved.proposal,
      target: parseSide(saved.proposal.target, lines),
    },
  };
}

/** A damaged vanished change is not worth refusing the whole review for. */
const isUsable = (one: VanishedChange): boolean =>
  !isText(one) ||
  isConsistent({ base: one.base.lines, current: one.current.lines, hunks: one.hunks });

function parseCompared(
  saved: SavedVanishedChange,
  lines: (index: number) => Lines,
): VanishedChange {
  const base = lines(saved.base.text);
  const edits = saved.hunks.map(hunk => ({ range: hunk.base, lines: lines(hunk.text) }));
  const current = saved.current.text === null ? applyEdits(base, edits) : lines(saved.current.text);
  return {
    origins: saved.origins,
    mixed: saved.mixed,
    base: { path: saved.base.path, form: saved.base.form, lines: base },
    current: { path: saved.current.path, form: saved.current.form, lines: current },
    hunks: saved.hunks.map(({ id, revision, origins, wrote, ...hunk }) => ({
      id,
      revision,
      base: hunk.base,
      current: hunk.current,
      origins,
      wrote: wrote === null ? null : lines(wrote),
    })),
  };
}

const parseSide = (
  { path, form, text }: { readonly text: number } & Facets,
  lines: (index: number) => Lines,
): FileSide => ({ path, form, lines: lines(text) });

function serializeDecision({ verdict, patches }: Decision, texts: TextTable): SavedDecision {
  return {
    verdict,
    patches: patches.map(patch => ({
      ...patch,
      lines: patch.lines.map(line => ({
        ...line,
        before: texts.add(line.before),
        after: texts.add(line.after),
        hunk: { ...line.hunk, wrote: line.hunk.wrote && texts.add(line.hunk.wrote) },
      })),
    })),
  };
}

function parseDecision(saved: SavedDecision, lines: (index: number) => Lines): Decision {
  return {
    verdict: saved.verdict,
    patches: saved.patches.map(patch => ({
      ...patch,
      lines: patch.lines.map(line => ({
        ...line,
        before: lines(line.before),
        after: lines(line.after),
        hunk: { ...line.hunk, wrote: line.hunk.wrote === null ? null : lines(line.hunk.wrote) },
      })),
    })),
  };
}
