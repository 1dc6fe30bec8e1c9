import { isProposalApplied, isProposal, type ProposedFile } from '../file/proposal.ts';
import { isPending, type ReviewedFile } from '../file/reviewedFile.ts';

/** So many files stand in one part of the table: a change copies its part, and no other. */
const PART_FILES = 64;

/** A part of the table, and what is asked of it again and again. */
interface Part {
  readonly files: ReadonlyMap<string, ReviewedFile>;
  readonly byPath: ReadonlyMap<string, readonly ReviewedFile[]>;
  readonly settled: readonly ReviewedFile[];
  readonly proposals: readonly ProposedFile[];
}

/** Files by their id, in the order in which they came. A value: a change makes another table and shares what stays. */
export class FileTable {
  readonly #parts: readonly Part[];

  private constructor(parts: readonly Part[]) {
    this.#parts = parts;
  }

  static of(files: Iterable<ReviewedFile>): FileTable {
    const all = [...files];
    const parts: Part[] = [];
    for (let at = 0; at < all.length; at += PART_FILES) {
      parts.push(partOf(all.slice(at, at + PART_FILES)));
    }
    return new FileTable(parts);
  }

  get size(): number {
    return this.#parts.reduce((sum, { files }) => sum + files.size, 0);
  }

  get(id: string): ReviewedFile | undefined {
    return this.#parts[this.#partWith(id)]?.files.get(id);
  }

  /** The files that stand at a path, or were deleted from there. */
  at(path: string): readonly ReviewedFile[] {
    return this.#parts.flatMap(({ byPath }) => byPath.get(path) ?? []);
  }

  /** The files in which nothing is pending, and nothing has to be put somewhere. */
  get resolved(): readonly ReviewedFile[] {
    return this.#parts.flatMap(part => part.settled);
  }

  /** What does not stand in its file yet, and what was decided of it. */
  get proposals(): readonly ProposedFile[] {
    return this.#parts.flatMap(part => part.proposals);
  }

  *values(): Generator<ReviewedFile, void> {
    for (const { files } of this.#parts) {
      yield* files.values();
    }
  }

  /** The table with this file, in its old place if it has one. */
  with(file: ReviewedFile): FileTable {
    const known = this.#partWith(file.id);
    const last = this.#parts.length - 1;
    const isFull = (this.#parts[last]?.files.size ?? PART_FILES) >= PART_FILES;
    const at = known >= 0 ? known : isFull ? last + 1 : last;
    const files = new Map(this.#parts[at]?.files).set(file.id, file);
    const part = partOf([...files.values()]);
    return new FileTable(at > last ? [...this.#parts, part] : this.#parts.with(at, part));
  }

  /** The table without these files. */
  without(ids: ReadonlySet<string>): FileTable {
    return new FileTable(
      this.#parts.flatMap(part => {
        const left = [...part.files.values()].filter(({ id }) => !ids.has(id));
        if (left.length === part.files.size) {
          return [part];
        }
        return left.length === 0 ? [] : [partOf(left)];
      }),
    );
  }

  #partWith(id: string): number {
    return this.#parts.findIndex(({ files }) => files.has(id));
  }
}

/** No files. */
export const emptyFileTable = FileTable.of([]);

function partOf(files: readonly ReviewedFile[]): Part {
  const byPath = new Map<string, readonly ReviewedFile[]>();
  for (const file of files) {
    const { path } = file.current;
    byPath.set(path, [...(byPath.get(path) ?? []), file]);
  }
  return {
    files: new Map(files.map(file => [file.id, file])),
    byPath,
    settled: files.filter(file => !isPending(file) && isProposalApplied(file)),
    proposals: files.filter(isProposal),
  };
}
