/** What a mention turned out to be when it was read. */
export type Attachment = (
  | TextAttachment
  | MediaAttachment
  | BytesAttachment
  | LinkAttachment
  | MissingAttachment
) & {
  /** Where the file really lies, if links lead from the workspace to elsewhere. */
  readonly outside?: string;
};

/** Text to send as it is, byte for byte. */
export interface TextAttachment {
  readonly kind: 'text';
  readonly text: string;
  readonly mimeType: string;
  /** The thing's fuller name, such as its path in the workspace. */
  readonly title?: string;
  /** The encoding it was read in, when that is not UTF-8. */
  readonly encoding?: string;
  /** The editor holds changes that are not on disk. */
  readonly unsaved?: boolean;
  /** It differs from what the user saw when choosing it. */
  readonly stale?: boolean;
}

/** A picture or sound, known by its content; `data` is base64. */
export interface MediaAttachment {
  readonly kind: 'image' | 'audio';
  readonly data: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly title?: string;
  /** In words, when it was made smaller: `4000 × 3000`. */
  readonly scaledFrom?: string;
}

/** Some other binary file; `data` (base64) is there only if the user asked to embed it. */
export interface BytesAttachment {
  readonly kind: 'bytes';
  readonly data?: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly title?: string;
}

/** Something that is only ever pointed at, or is too large to be read at all. */
export interface LinkAttachment {
  readonly kind: 'link';
  readonly mimeType?: string;
  readonly sizeBytes?: number;
  readonly title?: string;
  readonly description?: string;
  /** Why it was not read, if one would expect it to be. */
  readonly why?: string;
}

/** It cannot be sent, and why: `the file no longer exists`. */
export interface MissingAttachment {
  readonly kind: 'missing';
  readonly reason: string;
}
