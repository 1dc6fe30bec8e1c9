import { sep } from 'node:path';
import { toChanges } from '../../../core/diff/lineEdit.ts';
import type { Disposable } from '../../../core/disposableStore.ts';
import { contentSwaps } from '../../../core/review/attribution/contentSwaps.ts';
import { normalizeEolForCommit } from '../../../core/review/attribution/normalizeEolForCommit.ts';
import type { RepositoryPosition } from '../../../core/review/attribution/repositoryMove.ts';
import { VanishedHunks } from '../../../core/review/attribution/vanishedHunks.ts';
import type { HeadContent } from '../../../core/review/file/acceptCommitted.ts';
import { isExecutable, modeOf, type FileContent } from '../../../core/review/file/fileSide.ts';
import type { ReviewedFile } from '../../../core/review/file/reviewedFile.ts';
import { applyEvent } from '../../../core/review/model/applyEvent.ts';
import type { ReviewEvent } from '../../../core/review/model/reviewEvent.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import { splitLines } from '../../../core/text/lines.ts';
import { CommittedFiles } from '../../git/committedFiles.ts';
import type { ReviewFiles } from '../reviewFiles.ts';
import type { TextComparer } from '../reviewModelWriter.ts';

/** The repository whose commits are compared with the pending files. */
export interface ComparedRepository {
  /** The top of the work tree. */
  readonly root: string;
  /** The git program. */
  readonly command: string;
  readonly before: RepositoryPosition;
  readonly now: RepositoryPosition;
}

type CommittedEvent = Extract<ReviewEvent, { kind: 'committed' }>;

/** Finds the pending changes that are exactly what git put into the files, from HEAD or out of a stash. */
export class CommittedChanges implements Disposable {
  readonly #model: ReviewModel;
  readonly #files: ReviewFiles;
  readonly #comparer: TextComparer;
  readonly #vanished = new VanishedHunks();
  readonly #listener: Disposable;

  constructor(model: ReviewModel, files: ReviewFiles, comparer: TextComparer) {
    this.#model = model;
    this.#files = files;
    this.#comparer = comparer;
    this.#listener = model.onDidRecord(event => this.#vanished.handleEvent(event, model.state));
  }

  /** Accepts what git put into the files. */
  accept(repository: ComparedRepository): Promise<void> {
    return this.#forEach(repository, event => this.#model.dispatch(event));
  }

  /** Counts the files in which there is something to accept. */
  async count(repository: ComparedRepository): Promise<number> {
    const paths = new Set<string>();
    await this.#forEach(repository, ({ path }) => paths.add(path));
    return paths.size;
  }

  dispose(): void {
    this.#listener.dispose();
  }

  /** Each event is handled as soon as it is found, before its file can change again. */
  async #forEach(
    { root, command, before, now }: ComparedRepository,
    handle: (event: CommittedEvent) => void,
  ): Promise<void> {
    const swaps = contentSwaps(before, now);
    const committed = await CommittedFiles.open(root, command);
    try {
      for (const file of this.#model.pending.filter(one => isBelow(root, one))) {
        const { path } = file.current;
        const isVanished = file.hasReturned || this.#vanished.has(path);
        for (const { to, from } of swaps.filter(swap => !swap.isStashPop || !isVanished)) {
          const head = await readVersion(committed, to, file);
          const was = await readVersion(committed, from, file);
          await this.#compare(path, head, was, handle);
        }
      }
    } catch {
      // Git failed, so nothing is known about these changes and they stay pending.
    } finally {
      await committed.close();
    }
  }

  /** A file that is the same before and after, or in neither commit, was not touched by git. */
  async #compare(
    path: string,
    head: Version,
    was: Version,
    handle: (event: CommittedEvent) => void,
  ): Promise<void> {
    if (isSame(head, was)) {
      return;
    }
    const event: CommittedEvent = {
      kind: 'committed',
      path,
      head: await this.#toHeadContent(path, head),
      was: await this.#toHeadContent(path, was),
    };
    const { state } = this.#model;
    if (applyEvent(state, event).state !== state) {
      handle(event);
    }
  }

  /** Texts are compared on another thread if they are large, and only the differences become part of the event. */
  async #toHeadContent(path: string, version: Version): Promise<HeadContent> {
    const { bytes, ...mode } = version;
    const content: FileContent = bytes ? await this.#files.toContent(path, bytes) : ABSENT;
    const current = this.#model.getFile(path)?.current;
    if (content.kind !== 'text' || current?.form.kind !== 'text') {
      return { ...content, ...mode };
    }
    const lines = splitLines(content.text);
    const edits = await this.#comparer.edits(lines, normalizeEolForCommit(current.lines, lines));
    const isUnchanged = this.#model.getFile(path)?.current === current;
    const differing = { kind: 'differing', changes: toChanges(edits) } as const;
    return { ...(isUnchanged ? differing : content), ...mode };
  }
}

/** A file in a commit, without bytes if the commit does not have it. */
interface Version {
  readonly bytes?: Uint8Array;
  /** Only if that matters. */
  readonly isExecutable?: boolean;
}

/** Reads a file from the first of these commits that has it. */
async function readVersion(
  committed: CommittedFiles,
  commits: readonly string[],
  { base, current }: ReviewedFile,
): Promise<Version> {
  const found = await committed.readFirst(commits, current.path);
  if (!found || modeOf(base) === modeOf(current)) {
    return found ? { bytes: found.bytes } : {};
  }
  const mode = await committed.modeOf(found.commit, current.path);
  return {
    bytes: found.bytes,
    ...(mode === undefined ? {} : { isExecutable: isExecutable(mode) }),
  };
}

const ABSENT = { kind: 'absent' } as const;

const isBelow = (root: string, { current }: ReviewedFile): boolean =>
  current.path.startsWith(root + sep);

const isSame = (one: Version, other: Version): boolean =>
  one.isExecutable === other.isExecutable && haveSameBytes(one.bytes, other.bytes);

const haveSameBytes = (one: Uint8Array | undefined, other: Uint8Array | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && Buffer.compare(one, other) === 0);
