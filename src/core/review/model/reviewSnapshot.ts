import { applyEdits } from '../../diff/lineEdit.ts';
import { sliceRange } from '../../text/lineRange.ts';
import { joinLines, splitLines, type Lines } from '../../text/lines.ts';
import type { Facets, FileSide } from '../file/fileSide.ts';
import { FileTable } from './fileTable.ts';
import { isText, type ReviewedFile } from '../file/reviewedFile.ts';
import { isValidReview, type Decision, type ReviewState } from './reviewState.ts';
import {
  reviewSnapshotSchema,
  type SavedDecision,
  type SavedFile,
  type ReviewSnapshot,
} from './reviewSnapshotSchema.ts';

/**
 * The whole review as plain JSON. All texts stand in one table, each once, so that a store may keep them elsewhere, by hash;
 * the current text is not kept twice, as it is base + hunks.
 */
export function createReviewSnapshot(state: ReviewState): ReviewSnapshot {
  const texts = new Texts();
  return {
    version: 1,
    revision: state.revision,
    files: [...state.files.values()].map(file => savedFile(file, texts)),
    done: state.done.map(decision => savedDecision(decision, texts)),
    undone: state.undone.map(decision => savedDecision(decision, texts)),
    texts: texts.all,
  };
}

/** The review of a snapshot; undefined if it is not one, or not whole. */
export function parseReviewSnapshot(raw: unknown): ReviewState | undefined {
  const parsed = reviewSnapshotSchema.safeParse(raw);
  if (!parsed.success) {
    return undefined;
  }
  const { revision, files, done, undone, texts } = parsed.data;
  let isWhole = true;
  const lines = (index: number): Lines => {
    isWhole &&= index < texts.length;
    return splitLines(texts[index] ?? '');
  };
  const state = {
    revision,
    files: FileTable.of(files.map(file => readFile(file, lines))),
    done: done.map(decision => readDecision(decision, lines)),
    undone: undone.map(decision => readDecision(decision, lines)),
  };
  return isWhole && isValidReview(state) ? state : undefined;
}

class Texts {
  readonly all: string[] = [];
  readonly #known = new Map<string, number>();

  /** The place of a text in the table. */
  put(lines: Lines): number {
    const text = joinLines(lines);
    const known = this.#known.get(text);
    if (known !== undefined) {
      return known;
    }
    this.#known.set(text, this.all.length);
    return this.all.push(text) - 1;
  }
}

function savedFile(file: ReviewedFile, texts: Texts): SavedFile {
  const { base, current, hunks, proposal, ...rest } = file;
  return {
    ...rest,
    base: savedSide(base, texts),
    current: {
      path: current.path,
      form: current.form,
      text: isText(file) ? null : texts.put(current.lines),
    },
    hunks: hunks.map(hunk => ({
      ...hunk,
      text: texts.put(sliceRange(current.lines, hunk.current)),
      wrote: hunk.wrote && texts.put(hunk.wrote),
    })),
    proposal: proposal && { ...proposal, target: savedSide(proposal.target, texts) },
  };
}

const savedSide = ({ path, form, lines }: FileSide, texts: Texts) => ({
  path,
  form,
  text: texts.put(lines),
});

function readFile(saved: SavedFile, lines: (index: number) => Lines): ReviewedFile {
  const base = lines(saved.base.text);
  const edits = saved.hunks.map(hunk => ({ range: hunk.base, lines: lines(hunk.text) }));
  const current = saved.current.text === null ? applyEdits(base, edits) : lines(saved.current.text);
  return {
    ...saved,
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
    proposal: saved.proposal && {
      ...saved.proposal,
      target: readSide(saved.proposal.target, lines),
    },
  };
}

const readSide = (
  { path, form, text }: { readonly text: number } & Facets,
  lines: (index: number) => Lines,
): FileSide => ({ path, form, lines: lines(text) });

function savedDecision({ verdict, patches }: Decision, texts: Texts): SavedDecision {
  return {
    verdict,
    patches: patches.map(patch => ({
      ...patch,
      lines: patch.lines.map(line => ({
        range: line.range,
        before: texts.put(line.before),
        after: texts.put(line.after),
        hunk: { ...line.hunk, wrote: line.hunk.wrote && texts.put(line.hunk.wrote) },
      })),
    })),
  };
}

function readDecision(saved: SavedDecision, lines: (index: number) => Lines): Decision {
  return {
    verdict: saved.verdict,
    patches: saved.patches.map(patch => ({
      ...patch,
      lines: patch.lines.map(line => ({
        range: line.range,
        before: lines(line.before),
        after: lines(line.after),
        hunk: { ...line.hunk, wrote: line.hunk.wrote === null ? null : lines(line.hunk.wrote) },
      })),
    })),
  };
}
