/** A file by the path the workspace uses for it and by its real path on disk. */
export interface FileLocation {
  readonly shown: string;
  readonly real: string;
}

/** A file that is open in the editor. */
export interface OpenDocument {
  readonly text: string;
  /** Whether it has unsaved edits. */
  readonly isDirty: boolean;
  /** The text at the time it last matched the disk, if the editor remembers it. */
  readonly saved?: string | undefined;
  /** The editor's name for the encoding, such as `utf8bom` or `windows1252`. */
  readonly encoding?: string | undefined;
}

/** The files that are open in the editor. */
export interface Documents {
  /** Returns the text as the user sees it, or `undefined` if the file is not open. */
  read(location: FileLocation): Promise<OpenDocument | undefined>;
  /** Changes a document in one undoable step and saves it. */
  write(location: FileLocation, change: DocumentChange): Promise<DocumentWriteResult>;
}

/** A new text for an open document. */
export interface DocumentChange {
  /** The text the change was computed from. The change is refused if the document has another one. */
  readonly before: string;
  readonly after: string;
  /** The file was changed on disk below unsaved edits. `after` includes that change, so it may be saved over it. */
  readonly isDiskAhead: boolean;
}

export type DocumentWriteResult =
  /** The document was saved. Its text may differ from the one asked for, because a formatter may run on save. */
  | { readonly kind: 'written'; readonly text: string }
  /** The unsaved text is no longer `before`. */
  | { readonly kind: 'changed' }
  /** The document is not open, or the disk is ahead of it: the file has to be written on disk. */
  | { readonly kind: 'closed' };

/** The text that a file is to have. */
export interface WantedText {
  readonly content: string;
  /** The text that it was computed from; if left out, the text that the agent has seen. */
  readonly base?: string | undefined;
}
