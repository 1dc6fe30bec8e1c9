import type { DocumentWriteResult } from '../../../agent/files/documents.ts';
import { getOpenDocument } from './openDocument.ts';
import { PathsInProgress } from './pathsInProgress.ts';

/** A write that was not recorded after this time never will be. */
const LIMIT_MS = 60_000;

/** Files with unsaved edits that an agent writes through the editor, until the review model has what it wrote. */
export class AgentWrites {
  readonly #paths: PathsInProgress;

  constructor(onExpired: (path: string) => void) {
    this.#paths = new PathsInProgress(LIMIT_MS, onExpired);
  }

  /** Runs a write. Unless it fails, the file stays in progress until `end` is called. */
  async run(path: string, write: () => Promise<DocumentWriteResult>): Promise<DocumentWriteResult> {
    if (getOpenDocument(path)?.isDirty) {
      this.#paths.begin(path);
    }
    let isWritten = false;
    try {
      const result = await write();
      isWritten = result.kind === 'written';
      return result;
    } finally {
      if (!isWritten) {
        this.end(path);
      }
    }
  }

  end(path: string): void {
    this.#paths.end(path);
  }

  includes(path: string): boolean {
    return this.#paths.includes(path);
  }

  dispose(): void {
    this.#paths.dispose();
  }
}
