import path from 'node:path';
import { joinLines } from '../../../src/core/text/lines.ts';
import type { ExpectedLines } from './expectedLines.ts';
import { agreedTags, pendingIn, visibleTags, type DiskFile, type Observation } from './observe.ts';
import { decodeBytes, haveSameOrder, isAgentTag, tagsOf, type Tag } from './tags.ts';

/** What is known about a run besides its lines. */
export interface Expectations extends TagExpectations {
  readonly folder: string;
}

/** What is known about the lines of a run. */
export interface TagExpectations {
  readonly lines: ExpectedLines;
  /** Whether one half of a move may have been accepted. The lines are in both files then. */
  readonly mayBeInTwoFiles: boolean;
}

/** Differences between the review, the documents and the disk. */
export function inconsistencies(seen: Observation, folder: string): readonly string[] {
  const visible = visibleTags(seen);
  const found = seen.isValid ? [] : ['base + hunks is not the current text'];
  for (const { current } of pendingIn(seen, folder)) {
    const name = path.relative(folder, current.path);
    const shown = visible.get(current.path);
    if (current.form.kind === 'text') {
      const tags = tagsOf(joinLines(current.lines));
      if (String(tags) !== String(shown)) {
        found.push(`${name}: the review has ${String(tags)}, the user sees ${String(shown)}`);
      }
    } else if (current.form.kind === 'binary' && !seen.disk.has(current.path)) {
      found.push(`${name}: the review has a file that is not there`);
    }
  }
  for (const [file, { text, isDirty }] of seen.documents) {
    const bytes = seen.disk.get(file)?.bytes;
    if (!isDirty && bytes && String(tagsOf(text)) !== String(tagsOf(decodeBytes(bytes)))) {
      found.push(`${path.relative(folder, file)}: the editor does not show what is on disk`);
    }
  }
  return found;
}

/** Everything that must hold at any time. */
export function violations(seen: Observation, expected: Expectations): readonly string[] {
  const { folder } = expected;
  return [
    ...inconsistencies(seen, folder),
    ...wrongTags(agreedTags(seen, folder), expected, 'the base'),
  ];
}

/** Whether each of the user's lines is there once, or in two files once, and none of the agent's. */
export function wrongTags(
  texts: ReadonlyMap<string, readonly Tag[]>,
  { lines, mayBeInTwoFiles }: TagExpectations,
  where: string,
  kept: ReadonlySet<string> = new Set(),
): readonly string[] {
  const counts = countTags([...texts.values()].flat());
  const repeated = new Set(
    [...texts.values()].flatMap(tags =>
      [...countTags(tags)].flatMap(([tag, n]) => (n > 1 ? tag : [])),
    ),
  );
  const allowed = new Set([...texts].flatMap(([file, tags]) => (kept.has(file) ? tags : [])));
  return [...lines.all].flatMap(([tag, expectation]) => {
    const count = counts.get(tag) ?? 0;
    const isTwice = count > 1 && (!mayBeInTwoFiles || repeated.has(tag)) && !allowed.has(tag);
    if (expectation === 'present' && (count === 0 || isTwice)) {
      return [`the line ${tag} of the user is ${count} times in ${where}`];
    }
    return expectation === 'absent' && count > 0 && !allowed.has(tag)
      ? [`the line ${tag} of the agent is in ${where} without a decision`]
      : [];
  });
}

function countTags(tags: readonly Tag[]): ReadonlyMap<Tag, number> {
  const counts = new Map<Tag, number>();
  for (const tag of tags) {
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return counts;
}

export interface FinalExpectations extends Expectations {
  /** Whether some lines of a hunk were decided. They take the places of those that they replace, or give them back. */
  readonly hasDecidedLines: boolean;
  readonly originals: ReadonlyMap<string, DiskFile>;
  /** Original files that the user has changed, or of which something was accepted. */
  readonly touched: ReadonlySet<string>;
  /** Everything the user has seen. */
  readonly history: readonly ReadonlyMap<string, readonly Tag[]>[];
  /** Files that the user has committed or renamed. They are not left over, even if they have no lines. */
  readonly ownFiles: ReadonlySet<string>;
  /** Files that the agent created and the user changed: they are kept, and the user is told. */
  readonly kept: ReadonlySet<string>;
}

/** What must hold on disk after Reject All. */
export function rejectionViolations(
  disk: ReadonlyMap<string, DiskFile>,
  expected: FinalExpectations,
): readonly string[] {
  const texts = new Map(
    [...disk].map(([file, { bytes }]) => [file, tagsOf(decodeBytes(bytes))] as const),
  );
  return [
    ...[...texts].flatMap(([file, tags]) => wrongFile(file, tags, expected)),
    ...changedOriginals(disk, expected),
    ...wrongTags(texts, expected, 'the files', expected.kept),
  ];
}

/** A file that should not be there, or in which lines have changed places. */
function wrongFile(
  file: string,
  tags: readonly Tag[],
  { folder, originals, ownFiles, kept, lines, history, hasDecidedLines }: FinalExpectations,
): readonly string[] {
  const name = path.relative(folder, file);
  const isOurs = originals.has(file) || kept.has(file) || (tags.length === 0 && ownFiles.has(file));
  const isLeft = !isOurs && tags.every(tag => lines.expectationOf(tag) === 'absent');
  const ordered = hasDecidedLines ? tags.filter(tag => !isAgentTag(tag)) : tags;
  const isOrdered = history.every(seen => haveSameOrder(seen.get(file) ?? [], ordered));
  return [
    ...(isLeft ? [`${name} is left over: ${String(tags)}`] : []),
    ...(isOrdered ? [] : [`${name} is in another order: ${String(tags)}`]),
  ];
}

/** Files that the user has not touched must be the same, byte for byte. */
function changedOriginals(
  disk: ReadonlyMap<string, DiskFile>,
  { folder, originals, touched }: FinalExpectations,
): readonly string[] {
  return [...originals].flatMap(([file, { bytes, mode }]) => {
    const now = disk.get(file);
    if (touched.has(file) || (now?.bytes.equals(bytes) && now.mode === mode)) {
      return [];
    }
    const shown = now && `${now.mode.toString(8)} ${JSON.stringify(decodeBytes(now.bytes))}`;
    return [`${path.relative(folder, file)} is not as it was: ${shown ?? 'missing'}`];
  });
}

/** Files of which an agent changed the permissions only, as long as the review does not have them. */
export function unreviewedModes(
  seen: Observation,
  { folder, originals, touched }: Pick<FinalExpectations, 'folder' | 'originals' | 'touched'>,
): readonly string[] {
  const reviewed = new Set(pendingIn(seen, folder).map(({ base }) => base.path));
  return [...originals].flatMap(([file, { mode }]) => {
    const now = seen.disk.get(file);
    const isKnown = touched.has(file) || reviewed.has(file) || !now || now.mode === mode;
    return isKnown ? [] : [`the permissions of ${path.relative(folder, file)} are not reviewed`];
  });
}

/** What must hold on disk after Accept All: no byte has changed, except by accepting what was only proposed. */
export function acceptanceViolations(
  before: ReadonlyMap<string, DiskFile>,
  after: ReadonlyMap<string, DiskFile>,
  proposed: ReadonlySet<string>,
): readonly string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].flatMap(file => {
    if (proposed.has(file)) {
      return [];
    }
    const [one, other] = [before.get(file), after.get(file)];
    const isSame = one && other && one.mode === other.mode && one.bytes.equals(other.bytes);
    return isSame ? [] : [`Accept All has changed ${path.basename(file)}`];
  });
}
