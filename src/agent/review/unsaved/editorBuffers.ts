import type { FileContent } from '../../../core/review/file/fileSide.ts';
import type { Origin } from '../../../core/review/file/hunk.ts';
import type { StoredDirtyFileWrite } from './unsavedFileStore.ts';

/** What the editor knows about files and the disk does not. */
export interface EditorBuffers {
  /** Whether the user sees the file, so that changes have to appear immediately. */
  isOpen(path: string): boolean;
  /** Whether the file has unsaved edits, or is being written through the editor. */
  isBusy(path: string): boolean;
  /**
   * The review records what an agent has written to a file with unsaved edits. Until then the file is busy: snapshots lack
   * the unsaved text, so a comparison with them would attribute it to the agent.
   */
  endAgentWrite(path: string): void;
  /** Counts the user's edits, to detect that a file was read before the latest one. */
  editCount(path: string): number;
  /** Whether the editor had loaded this text from disk before the user continued to type. */
  hasShown(path: string, text: string): boolean;
  /** The files with unsaved edits of the user beneath which no agent has written, and those that are being saved. */
  listUnsaved(): readonly string[];
}

/** Documents with unsaved edits, beneath which agents write to disk. */
export interface UnsavedDocuments {
  /** Merges the text on disk into the unsaved text. Returns false if there is none, or if that has to wait. */
  merge(path: string, write: DirtyFileWrite): Promise<boolean>;
  /** What happened to the unsaved edits of a file beneath which an agent has written. */
  takeDiscarded(path: string): Promise<DiscardResult>;
}

/** An agent has written a file that has unsaved edits. */
export interface DirtyFileWrite {
  readonly origin: Origin;
  /** The known content before. */
  readonly before?: FileContent;
}

export type DiscardResult =
  /** They are still there, or no agent has written beneath them. */
  | { readonly kind: 'none' }
  /** They are gone, but the editor does not show the text on disk yet. */
  | { readonly kind: 'outdated' }
  /** They are gone. */
  | DiscardedEdits;

export interface DiscardedEdits extends StoredDirtyFileWrite {
  readonly kind: 'discarded';
  /**
   * The text on disk that an earlier window knew last, if they have not been seen since: the user may have saved while the extension
   * was not running.
   */
  readonly lastSeen?: string | undefined;
}
