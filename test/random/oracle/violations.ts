import path from 'node:path';
import { joinLines } from '../../../src/core/text/lines.ts';
import type { Ledger } from './ledger.ts';
import { agreedTags, pendingIn, visibleTags, type DiskFile, type Observation } from './observe.ts';
import { decodeBytes, haveSameOrder, tagsOf, type Tag } from './tags.ts';

/** What is known about a run besides its lines. */
export interface Expectations {
  readonly folder: string;
  readonly ledger: Ledger;
  /** The lines of binary files, whose base only the review itself can read. */
  readonly opaque: ReadonlySet<Tag>;
  /** Whether something was accepted. If only one half of a move was, the lines are in both files. */
  readonly hasAccepted: boolean;
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

/** Whether each of the user's lines is there once, and none of the agent's. */
function wrongTags(
  texts: ReadonlyMap<string, readonly Tag[]>,
  { ledger, opaque, hasAccepted }: Expectations,
  where: string,
  kept: ReadonlySet<string> = new Set(),
): readonly string[] {
  const counts = new Map<Tag, number>();
  for (const tag of [...texts.values()].flat()) {
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  const allowed = new Set([...texts].flatMap(([file, tags]) => (kept.has(file) ? tags : [])));
  return [...ledger.all].flatMap(([tag, demand]) => {
    const count = counts.get(tag) ?? 0;
    if (opaque.has(tag)) {
      return [];
    }
    if (demand === 'stay' && (count === 0 || (count > 1 && !hasAccepted && !allowed.has(tag)))) {
      return [`the line ${tag} of the user is ${count} times in ${where}`];
    }
    return demand === 'go' && count > 0 && !allowed.has(tag)
      ? [`the line ${tag} of the agent is in ${where} without a decision`]
      : [];
  });
}

export interface FinalExpectations extends Expectations {
  readonly originals: ReadonlyMap<string, DiskFile>;
  /** Original files that the user has changed, or of which something was accepted. */
  readonly touched: ReadonlySet<string>;
  /** Everything the user has seen. */
  readonly history: readonly ReadonlyMap<string, readonly Tag[]>[];
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
  // What was accepted of a binary file is not known line by line.
  const opaque = expected.hasAccepted ? expected.opaque : new Set<Tag>();
  return [
    ...[...texts].flatMap(([file, tags]) => wrongFile(file, tags, expected)),
    ...changedOriginals(disk, expected),
    ...wrongTags(texts, { ...expected, opaque }, 'the files', expected.kept),
  ];
}

/** A file that should not be there, or in which lines have changed places. */
function wrongFile(
  file: string,
  tags: readonly Tag[],
  { folder, originals, kept, ledger, history }: FinalExpectations,
): readonly string[] {
  const name = path.relative(folder, file);
  const isOurs = originals.has(file) || kept.has(file);
  const isLeft = !isOurs && tags.every(tag => ledger.demandOf(tag) === 'go');
  const isOrdered = history.every(seen => haveSameOrder(seen.get(file) ?? [], tags));
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

/** What must hold on disk after Accept All: no byte has changed. */
export function acceptanceViolations(
  before: ReadonlyMap<string, DiskFile>,
  after: ReadonlyMap<string, DiskFile>,
): readonly string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].flatMap(file => {
    const [one, other] = [before.get(file), after.get(file)];
    const isSame = one && other && one.mode === other.mode && one.bytes.equals(other.bytes);
    return isSame ? [] : [`Accept All has changed ${path.basename(file)}`];
  });
}
