import { editsBetween } from '../../diff/lineDiff.ts';
import { toChanges } from '../../diff/lineEdit.ts';
import type { LineChange } from '../../diff/lineChange.ts';
import { LineShift } from '../../diff/lineShift.ts';
import {
  isEmpty,
  joinRanges,
  overlaps,
  overlapsOrTouches,
  shiftRange,
  sliceRange,
} from '../../text/lineRange.ts';
import { sameLines } from '../../text/lines.ts';
import { changeFile } from './changeFile.ts';
import { editSide } from './editSide.ts';
import { acceptInFile } from './fileDecision.ts';
import { sameForm, toFacets, toFileContent, type FileSide } from './fileSide.ts';
import { sideUpdate, type FileUpdate } from './fileUpdate.ts';
import { EventContext, uniqueOrigins, type Hunk } from './hunk.ts';
import { wholeHunk } from './hunkPart.ts';
import { isPending, isText, type ReviewedFile, type VanishedChange } from './reviewedFile.ts';

/** How many vanished changes are kept for one file. The oldest are forgotten. */
const VANISHED_PER_FILE = 4;
/** Texts with more lines are not kept. */
const VANISHED_LIMIT_LINES = 200_000;

/** A created file that returns with at least this share of its lines is the same file. */
const SAME_FILE_SHARE = 0.5;

/**
 * Keeps the changes that a write to disk has removed without a decision, as `git stash` does: the same text may come
 * back. `before` is the file before the update.
 */
export function keepVanished(before: ReviewedFile, update: FileUpdate): FileUpdate {
  const vanished = vanishedBy(before, update);
  return vanished ? { ...update, file: withVanished(update.file, vanished) } : update;
}

/** Adds everything that is pending in `before` to the vanished changes of a file. */
export function withAllVanished(file: ReviewedFile, before: ReviewedFile): ReviewedFile {
  return isPending(before) ? withVanished(file, toVanished(before)) : file;
}

/** Moves the vanished changes along with a renamed file. */
export function moveVanished(file: ReviewedFile, from: string, to: string): ReviewedFile {
  const moved = (side: FileSide): FileSide => (side.path === from ? { ...side, path: to } : side);
  return file.vanished.length === 0
    ? file
    : {
        ...file,
        vanished: file.vanished.map(one => ({
          ...one,
          base: moved(one.base),
          current: moved(one.current),
        })),
      };
}

/**
 * Finds the vanished changes of which the text has come back with an update, and makes them pending again. Undefined if
 * there are none.
 */
export function returnVanished(update: FileUpdate, context: EventContext): FileUpdate | undefined {
  for (const vanished of update.file.vanished) {
    const returned =
      returnedWhole(update.file, vanished, context) ??
      returnedHunks(update, vanished, context) ??
      returnedCreation(update.file, vanished, context);
    if (returned) {
      return returned;
    }
  }
  return undefined;
}

/** A program has written the text of a vanished change again, while something else was pending at its place. */
export function markReturned(file: ReviewedFile): ReviewedFile {
  const after = isPending(file) ? forgetRewritten(file) : file;
  return after === file ? file : { ...after, hasReturned: true };
}

/** Forgets the vanished changes of which the text was written again: it is pending anyway. */
export function forgetRewritten(file: ReviewedFile): ReviewedFile {
  const vanished = file.vanished.filter(({ current }) => !isSameSide(current, file.current));
  return vanished.length === file.vanished.length ? file : { ...file, vanished };
}

function withVanished(file: ReviewedFile, vanished: VanishedChange): ReviewedFile {
  const size = vanished.base.lines.length + vanished.current.lines.length;
  return size > VANISHED_LIMIT_LINES
    ? file
    : { ...file, vanished: [vanished, ...file.vanished].slice(0, VANISHED_PER_FILE) };
}

const toVanished = ({ base, current, hunks, origins, mixed }: ReviewedFile): VanishedChange => ({
  base,
  current,
  hunks,
  origins,
  mixed,
});

function vanishedBy(before: ReviewedFile, update: FileUpdate): VanishedChange | undefined {
  if (before.proposal || !isPending(before)) {
    return undefined;
  }
  // A deleted file may come back with another text than the user had, and be deleted again.
  if (!isPending(update.file) || before.current.form.kind === 'absent') {
    return toVanished(before);
  }
  const changes = toChanges(update.currentEdits);
  const gone = before.hunks.filter(
    hunk => isOverwritten(hunk, changes) || isGone(hunk, changes, update.file),
  );
  if (gone.length === 0 || !isText(before)) {
    return undefined;
  }
  const rest = before.hunks.filter(hunk => !gone.includes(hunk)).map(wholeHunk);
  const context = new EventContext(before.revision);
  return toVanished(acceptInFile(before, { parts: rest, whole: false }, context).file);
}

/** Whether lines of a hunk that are as the agent wrote them were edited. Something may still be pending at their place. */
const isOverwritten = (hunk: Hunk, changes: readonly LineChange[]): boolean =>
  hunk.wrote === null && changes.some(change => isTouched(hunk, change));

/** Whether a hunk was edited, and nothing is pending at its place any more. */
function isGone(hunk: Hunk, changes: readonly LineChange[], after: ReviewedFile): boolean {
  const [first, ...more] = changes.filter(change => overlapsOrTouches(change.base, hunk.current));
  if (!first) {
    return false;
  }
  const range = more.reduce((sum, { current }) => joinRanges(sum, current), first.current);
  return !after.hunks.some(
    ({ id, current }) => id === hunk.id || overlapsOrTouches(current, range),
  );
}

/** The whole file is as it was when its changes vanished. */
function returnedWhole(
  file: ReviewedFile,
  vanished: VanishedChange,
  { revision }: EventContext,
): FileUpdate | undefined {
  if (isPending(file) || !isSameSide(vanished.current, file.current)) {
    return undefined;
  }
  const after = {
    ...restored(file, vanished),
    revision,
    facetsRevision: revision,
    vanished: file.vanished.filter(one => one !== vanished),
  };
  return sideUpdate(after, 'base', editsBetween(file.base.lines, vanished.base.lines));
}

const restored = (file: ReviewedFile, vanished: VanishedChange): ReviewedFile => ({
  ...file,
  ...vanished,
  hasReturned: true,
});

/** Some hunks are in the file as they were, while other lines may differ. */
function returnedHunks(
  { file, currentEdits }: FileUpdate,
  vanished: VanishedChange,
  context: EventContext,
): FileUpdate | undefined {
  const sides = [file.base, file.current, vanished.base, vanished.current];
  if (sides.some(({ form }) => form.kind !== 'text')) {
    return undefined;
  }
  const changes = toChanges(editsBetween(vanished.current.lines, file.current.lines));
  const written = toChanges(currentEdits);
  const shift = new LineShift(changes, 'base');
  const pending = new LineShift(file.hunks, 'current');
  const returned = vanished.hunks.flatMap(hunk => {
    const range = shiftRange(hunk.current, shift.before(hunk.current.start));
    const isThere =
      !changes.some(change => isTouched(hunk, change)) &&
      written.some(({ current }) => overlapsOrTouches(current, range)) &&
      !file.hunks.some(({ current }) => overlapsOrTouches(current, range));
    return isThere ? [{ hunk, range: shiftRange(range, -pending.before(range.start)) }] : [];
  });
  if (returned.length === 0) {
    return undefined;
  }
  const edits = returned.map(({ hunk, range }) => ({
    range,
    lines: sliceRange(vanished.base.lines, hunk.base),
    attribution: {
      by: 'agent' as const,
      origins: hunk.origins,
      id: hunk.id,
      wrote: hunk.wrote,
      whole: true,
    },
  }));
  const facets = toFacets(file.base);
  const after = withReturnedMode(
    editSide(file, { side: 'base', edits, facets }, context),
    vanished,
  );
  const left = withoutHunks(vanished, new Set(returned.map(({ hunk }) => hunk)));
  const others = file.vanished.flatMap(one => (one === vanished ? left : [one]));
  return sideUpdate({ ...after, vanished: others, hasReturned: true }, 'base', edits);
}

/** The permissions that an agent had set are pending again if they are back and the user has not changed them otherwise. */
function withReturnedMode(
  file: ReviewedFile,
  { base, current, origins }: VanishedChange,
): ReviewedFile {
  const isBack =
    !sameForm(base.form, current.form) &&
    sameForm(current.form, file.current.form) &&
    sameForm(file.base.form, file.current.form);
  return isBack
    ? {
        ...file,
        base: { ...file.base, form: base.form },
        origins: uniqueOrigins([...file.origins, ...origins]),
        facetsRevision: file.revision,
      }
    : file;
}

/** A pure deletion is undone by an insertion next to it. Other hunks are changed only by edits of their own lines. */
const isTouched = (hunk: Hunk, { base }: LineChange): boolean =>
  isEmpty(hunk.current) ? overlapsOrTouches(hunk.current, base) : overlaps(hunk.current, base);

function withoutHunks(
  vanished: VanishedChange,
  returned: ReadonlySet<Hunk>,
): readonly VanishedChange[] {
  const left = vanished.hunks.filter(hunk => !returned.has(hunk));
  const added = new LineShift([...returned], 'base');
  const base = [...returned]
    .toReversed()
    .reduce(
      (lines, hunk) => [
        ...lines.slice(0, hunk.base.start),
        ...sliceRange(vanished.current.lines, hunk.current),
        ...lines.slice(hunk.base.end),
      ],
      [...vanished.base.lines],
    );
  const hunks = left.map(hunk => ({
    ...hunk,
    base: shiftRange(hunk.base, added.before(hunk.base.start)),
  }));
  return left.length === 0 ? [] : [{ ...vanished, base: { ...vanished.base, lines: base }, hunks }];
}

/** A tool deleted a file that an agent had created, and wrote it again with some changes. */
function returnedCreation(
  file: ReviewedFile,
  vanished: VanishedChange,
  context: EventContext,
): FileUpdate | undefined {
  const { base, current } = vanished;
  const isCreation = base.form.kind === 'absent' && current.form.kind === 'text';
  if (isPending(file) || !isCreation || file.current.form.kind !== 'text') {
    return undefined;
  }
  const edits = editsBetween(current.lines, file.current.lines);
  const changedCount = edits.reduce((sum, { range }) => sum + range.end - range.start, 0);
  if (current.lines.length - changedCount < current.lines.length * SAME_FILE_SHARE) {
    return undefined;
  }
  const created = {
    ...restored(file, vanished),
    facetsRevision: context.revision,
    vanished: file.vanished.filter(one => one !== vanished),
  };
  const content = toFileContent(file.current);
  const { file: after } = changeFile(
    created,
    { kind: 'user' },
    { kind: 'content', content },
    context,
  );
  return sideUpdate(after, 'base', editsBetween(file.base.lines, after.base.lines));
}

const isSameSide = (one: FileSide, other: FileSide): boolean =>
  sameForm(one.form, other.form) && sameLines(one.lines, other.lines);
