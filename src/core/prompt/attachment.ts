/** The content of a mention, read when the prompt is sent. */
export type Attachment = (
  | TextAttachment
  | MediaAttachment
  | BytesAttachment
  | LinkAttachment
  | MissingAttachment
) & {
  /** The real path of the file, if symbolic links lead out of the workspace. */
  readonly outside?: string;
};

/** Text that is sent unchanged. */
export interface TextAttachment {
  readonly kind: 'text';
  readonly text: string;
  readonly mimeType: string;
  /** A longer name, such as the path in the workspace. */
  readonly title?: string;
  /** The encoding of the file, if it is not UTF-8. */
  readonly encoding?: string;
  /** The editor has unsaved changes. */
  readonly unsaved?: boolean;
  /** The content has changed since the user chose it. */
  readonly stale?: boolean;
}

/** An image or audio file, recognized by its content; `data` is base64. */
export interface MediaAttachment {
  readonly kind: 'image' | 'audio';
  readonly data: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly title?: string;
  /** The original size if the image was scaled down: `4000 × 3000`. */
  readonly scaledFrom?: string;
}

/** Another binary file; `data` (base64) is present only if the user asked to embed it. */
export interface BytesAttachment {
  readonly kind: 'bytes';
  readonly data?: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly title?: string;
}

/** Something that is always sent as a link, or is too large to be read. */
export interface LinkAttachment {
  readonly kind: 'link';
  readonly mimeType?: string;
  readonly sizeBytes?: number;
  readonly title?: string;
  readonly description?: string;
  /** Why it was not read, if its content would be expected. */
  readonly why?: string;
}

/** The mention cannot be sent, for example because `the file no longer exists`. */
export interface MissingAttachment {
  readonly kind: 'missing';
  readonly reason: string;
}
