import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseReviewJournal } from '../../../src/agent/review/storage/parseReviewJournal.ts';
import type { FileSide } from '../../../src/core/review/file/fileSide.ts';
import { isPending, type ReviewedFile } from '../../../src/core/review/file/reviewedFile.ts';
import {
  emptyReview,
  isValidReview,
  type ReviewState,
} from '../../../src/core/review/model/reviewState.ts';
import { errorCode } from '../../../src/core/errorCode.ts';
import { joinLines } from '../../../src/core/text/lines.ts';
import type { RandomWindow } from '../window/randomWindow.ts';
import type { ShownDocument } from '../window/insideWindow.ts';
import { decodeBytes, tagsOf, type Tag } from './tags.ts';

/** A file of the run as it is on disk. */
export interface DiskFile {
  readonly bytes: Buffer;
  readonly mode: number;
}

/** Everything that a user could see at a moment, and what the review has on disk. */
export interface Observation {
  readonly disk: ReadonlyMap<string, DiskFile>;
  readonly documents: ReadonlyMap<string, ShownDocument>;
  readonly review: ReviewState;
  /** The earlier bytes of binary files under review, by their hash. */
  readonly blobs: ReadonlyMap<string, Buffer>;
  readonly isValid: boolean;
}

/** The last review that was read of each journal. A journal is parsed again only if it has changed. */
const parsedJournals = new Map<string, { readonly key: string; readonly state: ReviewState }>();

/** The review as a new window would restore it. */
async function readReview(file: string | undefined): Promise<ReviewState> {
  if (file === undefined) {
    return emptyReview;
  }
  const { size, ino, mtimeMs } = await stat(file);
  const key = `${ino} ${size} ${mtimeMs}`;
  const parsed = parsedJournals.get(file);
  if (parsed?.key === key) {
    return parsed.state;
  }
  const { state } = parseReviewJournal(await readFile(file));
  parsedJournals.set(file, { key, state });
  return state;
}

export async function observe(window: RandomWindow, folder: string): Promise<Observation> {
  const documents = await window.call('documents');
  const disk = await readDisk(folder);
  const { journal } = window;
  const review = await readReview(journal);
  return {
    disk,
    review,
    blobs: await readBlobs(review, journal === undefined ? '' : path.dirname(journal)),
    documents: new Map(
      documents.filter(one => one.path.startsWith(folder)).map(one => [one.path, one]),
    ),
    isValid: isValidReview(review),
  };
}

async function readBlobs(
  { files }: ReviewState,
  folder: string,
): Promise<ReadonlyMap<string, Buffer>> {
  const hashes = [...files.values()].flatMap(({ base: { form } }) =>
    form.kind === 'binary' ? [form.hash] : [],
  );
  const blobs = hashes.map(
    async hash => [hash, await readFile(path.join(folder, 'blobs', hash))] as const,
  );
  return new Map(await Promise.all(blobs));
}

/** All files below a folder, without those of git and those that are not kept. */
export async function readDisk(folder: string): Promise<ReadonlyMap<string, DiskFile>> {
  // Git removes a folder when its last file is gone.
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = new Map<string, DiskFile>();
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name);
    const found = entry.isFile() && !IGNORED.test(file) ? await readDiskFile(file) : undefined;
    if (found) {
      files.set(file, found);
    }
  }
  return new Map([...files].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Undefined if the file has just been removed, as the temporary file of a command is. */
async function readDiskFile(file: string): Promise<DiskFile | undefined> {
  try {
    const [bytes, { mode }] = await Promise.all([readFile(file), stat(file)]);
    return { bytes, mode };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

const IGNORED = /[\\/](?:\.git|node_modules)[\\/]|\.large$/;

/** Large files have no lines with tags. Only `checkReports` looks at them. */
const isLarge = (file: string): boolean => file.endsWith('.large');

/** The tags of what the user sees of each file: the document if it is open, else the file. */
export function visibleTags({ disk, documents }: Observation): ReadonlyMap<string, readonly Tag[]> {
  const visible = new Map<string, readonly Tag[]>();
  for (const [file, { bytes }] of disk) {
    visible.set(file, tagsOf(decodeBytes(bytes)));
  }
  for (const [file, { text, isDirty }] of documents) {
    if (isDirty || disk.has(file)) {
      visible.set(file, tagsOf(text));
    }
  }
  return visible;
}

export const pendingIn = ({ review }: Observation, folder: string): readonly ReviewedFile[] =>
  [...review.files.values()].filter(
    file =>
      isPending(file) &&
      !file.proposal &&
      file.current.path.startsWith(folder) &&
      !isLarge(file.current.path),
  );

/** The tags of what is proposed for files, but not in them yet. */
export const proposedTags = ({ review }: Observation, folder: string): readonly Tag[] =>
  [...review.files.values()]
    .filter(({ proposal }) => proposal?.target.path.startsWith(folder))
    .flatMap(({ current }) => tagsOf(joinLines(current.lines)));

/** The files for which something is proposed. Accepting it writes them. */
export const proposedFiles = ({ review }: Observation): ReadonlySet<string> =>
  new Set(
    [...review.files.values()]
      .filter(isPending)
      .flatMap(({ proposal }) => proposal?.target.path ?? []),
  );

/** Whether a file that an agent created is under review. */
export const isReviewed = ({ review }: Observation, file: string): boolean =>
  [...review.files.values()].some(({ current }) => current.path === file);

/** The tags of what the user has agreed to, by file: the base if something is pending, else what is visible. */
export function agreedTags(
  observation: Observation,
  folder: string,
): ReadonlyMap<string, readonly Tag[]> {
  const agreed = new Map(visibleTags(observation));
  const pending = pendingIn(observation, folder);
  for (const { current } of pending) {
    agreed.delete(current.path);
  }
  for (const { id, base } of pending) {
    if (base.form.kind === 'text') {
      agreed.set(`${base.path}#${id}`, tagsOf(joinLines(base.lines)));
    } else if (base.form.kind === 'binary') {
      const bytes = observation.blobs.get(base.form.hash) ?? Buffer.alloc(0);
      agreed.set(`${base.path}#${id}`, tagsOf(decodeBytes(bytes)));
    }
  }
  return agreed;
}

/** The tags of all files, documents and reviewed files of a run, for a report. */
export function describeObservation(seen: Observation, folder: string): readonly string[] {
  const name = (file: string): string => path.relative(folder, file);
  const side = ({ path: file, form, lines }: FileSide): string =>
    `${name(file)} (${form.kind}) ${shorten(tagsOf(joinLines(lines)))}`;
  return [
    ...[...seen.disk].map(
      ([file, { bytes }]) => `  disk ${name(file)}: ${shorten(tagsOf(decodeBytes(bytes)))}`,
    ),
    ...[...seen.documents].map(
      ([file, { text, isDirty }]) =>
        `  ${isDirty ? 'unsaved' : 'saved'} ${name(file)}: ${shorten(tagsOf(text))}`,
    ),
    ...[...seen.review.files.values()]
      .filter(({ current }) => current.path.startsWith(folder))
      .map(({ base, current }) => `  review ${side(base)} -> ${side(current)}`),
  ];
}

const SHOWN_TAGS = 40;

const shorten = (tags: readonly Tag[]): string =>
  `${String(tags.slice(0, SHOWN_TAGS))}${tags.length > SHOWN_TAGS ? ',...' : ''}`;
