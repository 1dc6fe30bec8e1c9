import { isProposal, isProposalApplied, type ProposedFile } from '../file/proposal.ts';
import { isPending, type ReviewedFile } from '../file/reviewedFile.ts';

/** The number of files in one part of the table. A change copies only one part. */
const PART_SIZE = 64;

/** A part of the table with its lookup tables. */
interface Part {
  readonly files: ReadonlyMap<string, ReviewedFile>;
  readonly byPath: ReadonlyMap<string, readonly ReviewedFile[]>;
  readonly resolved: readonly ReviewedFile[];
  readonly proposals: readonly ProposedFile[];
}

/** An immutable map of files by id, in insertion order. A changed table shares its unchanged parts. */
export class FileTable {
  readonly #parts: readonly Part[];

  private constructor(parts: readonly Part[]) {
    this.#parts = parts;
  }

  static of(files: Iterable<ReviewedFile>): FileTable {
    const all = [...files];
    const parts: Part[] = [];
    for (let at = 0; at < all.length; at += PART_SIZE) {
      parts.push(createPart(all.slice(at, at + PART_SIZE)));
    }
    return new FileTable(parts);
  }

  get size(): number {
    return this.#parts.reduce((sum, { files }) => sum + files.size, 0);
  }

  get(id: string): ReviewedFile | undefined {
    return this.#parts[this.#partIndex(id)]?.files.get(id);
  }

  /** The files whose current path is `path`, deleted ones included. */
  at(path: string): readonly ReviewedFile[] {
    return this.#parts.flatMap(({ byPath }) => byPath.get(path) ?? []);
  }

  /** The files in which nothing is pending and nothing accepted remains to be written. */
  get resolved(): readonly ReviewedFile[] {
    return this.#parts.flatMap(part => part.resolved);
  }

  /** All proposals, decided ones included. */
  get proposals(): readonly ProposedFile[] {
    return this.#parts.flatMap(part => part.proposals);
  }

  *values(): Generator<ReviewedFile, void> {
    for (const { files } of this.#parts) {
      yield* files.values();
    }
  }

  /** Adds or replaces a file. A replaced file keeps its position. */
  with(file: ReviewedFile): FileTable {
    const known = this.#partIndex(file.id);
    const last = this.#parts.length - 1;
    const isFull = (this.#parts[last]?.files.size ?? PART_SIZE) >= PART_SIZE;
    const at = known >= 0 ? known : isFull ? last + 1 : last;
    const files = new Map(this.#parts[at]?.files).set(file.id, file);
    const part = createPart([...files.values()]);
    return new FileTable(at > last ? [...this.#parts, part] : this.#parts.with(at, part));
  }

  without(ids: ReadonlySet<string>): FileTable {
    return new FileTable(
      this.#parts.flatMap(part => {
        const remaining = [...part.files.values()].filter(({ id }) => !ids.has(id));
        if (remaining.length === part.files.size) {
          return [part];
        }
        return remaining.length === 0 ? [] : [createPart(remaining)];
      }),
    );
  }

  #partIndex(id: string): number {
    return this.#parts.findIndex(({ files }) => files.has(id));
  }
}

export const emptyFileTable = FileTable.of([]);

function createPart(files: readonly ReviewedFile[]): Part {
  const byPath = new Map<string, readonly ReviewedFile[]>();
  for (const file of files) {
    const { path } = file.current;
    byPath.set(path, [...(byPath.get(path) ?? []), file]);
  }
  return {
    files: new Map(files.map(file => [file.id, file])),
    byPath,
    resolved: files.filter(file => !isPending(file) && isProposalApplied(file)),
    proposals: files.filter(isProposal),
  };
}
