import {
  toFileContent,
  toFileSide,
  type FileContent,
  type FileSide,
} from '../../core/review/file/fileSide.ts';
import type { ReviewEvent } from '../../core/review/model/reviewEvent.ts';
import type { ReviewModel } from '../../core/review/model/reviewModel.ts';
import { findFile, type ReviewState } from '../../core/review/model/reviewState.ts';

/** A change during a turn that another than its agent made. */
export interface ForeignEdit {
  readonly path: string;
  readonly before: FileContent;
  readonly after: FileContent;
}

/** What a turn leaves behind in memory. */
export interface RecordedTurn {
  /** The content of each path before the agent changed it for the first time in this turn. */
  readonly first: ReadonlyMap<string, FileContent>;
  readonly edits: readonly ForeignEdit[];
}

interface Recording {
  readonly sessionId: string;
  readonly first: Map<string, FileSide>;
  readonly edits: { readonly path: string; readonly before: FileSide; after: FileSide }[];
}

type Changed = Extract<ReviewEvent, { kind: 'changed' }>;

/** Separates, while a turn is running, the changes of its agent from those of the user and of other agents. */
export class TurnRecorder {
  readonly #model: ReviewModel;
  readonly #recordings = new Map<string, Recording>();
  /** The state before the event that is being handled. */
  #state: ReviewState;

  constructor(model: ReviewModel) {
    this.#model = model;
    this.#state = model.state;
  }

  start(key: string, sessionId: string): void {
    this.#state = this.#model.state;
    this.#recordings.set(key, { sessionId, first: new Map(), edits: [] });
  }

  handle(event: ReviewEvent): void {
    if (event.kind === 'changed') {
      this.#recordings.forEach(recording => this.#record(recording, event));
    }
    this.#state = this.#model.state;
  }

  end(key: string): RecordedTurn {
    const recording = this.#recordings.get(key);
    this.#recordings.delete(key);
    const edits =
      recording?.edits.filter(({ before, after }) => before.lines !== after.lines) ?? [];
    return {
      first: new Map(
        [...(recording?.first ?? [])].map(([path, side]) => [path, toFileContent(side)]),
      ),
      edits: edits.map(({ path, before, after }) => ({
        path,
        before: toFileContent(before),
        after: toFileContent(after),
      })),
    };
  }

  #record(recording: Recording, event: Changed): void {
    const { path, author, change } = event;
    const isOwn = author.kind === 'agent' && author.origin.sessionId === recording.sessionId;
    if (isOwn) {
      this.#recordFirst(recording, path, event.before);
      if (change.kind === 'renamed') {
        this.#recordFirst(recording, change.path, null);
      }
    } else if (change.kind !== 'renamed') {
      this.#recordEdit(recording, path);
    }
  }

  #recordFirst({ first }: Recording, path: string, before: FileContent | null): void {
    if (!first.has(path)) {
      const known = findFile(this.#state, path)?.current;
      first.set(path, known ?? toFileSide(path, before ?? { kind: 'absent' }));
    }
  }

  /** Edits of the user come one keystroke at a time. Those in a row are recorded as one. */
  #recordEdit({ edits }: Recording, path: string): void {
    const before = findFile(this.#state, path)?.current;
    const after = this.#model.getFile(path)?.current;
    if (!before || !after) {
      return; // The file was deleted, or its review starts now.
    }
    const last = edits.findLast(edit => edit.path === path);
    if (last?.after === before) {
      last.after = after;
    } else {
      edits.push({ path, before, after });
    }
  }
}
