import { joinLines, splitLines, type Lines } from '../../text/lines.ts';

/**
 * The content at a path: absent, a text, or binary data of which only the hash is known. Modes are as in `stat.mode`
 * (0o100600).
 */
export type FileContent =
  | { readonly kind: 'absent' }
  | { readonly kind: 'text'; readonly text: string; readonly mode?: number }
  | BinaryForm;

/** A binary file, a symbolic link, or a file too large to compare. It is accepted or rejected as a whole. */
export interface BinaryForm {
  readonly kind: 'binary';
  readonly hash: string;
  readonly sizeBytes: number;
  readonly mode?: number;
}

/** A file content without its text. */
export type FileForm =
  | { readonly kind: 'absent' }
  | { readonly kind: 'text'; readonly mode?: number }
  | BinaryForm;

/** The path and form of a file, without its lines. */
export interface Facets {
  readonly path: string;
  readonly form: FileForm;
}

/** One side (base or current) of a reviewed file. Only a text has lines. */
export interface FileSide extends Facets {
  readonly lines: Lines;
}

export function toFileSide(path: string, content: FileContent): FileSide {
  if (content.kind !== 'text') {
    return { path, form: content, lines: [] };
  }
  const { text, ...form } = content;
  const lines = splitContents.get(content) ?? splitLines(text);
  splitContents.set(content, lines);
  return { path, form, lines };
}

/** A content is split into lines when it is compared, and again when it is recorded in the model. */
const splitContents = new WeakMap<FileContent, Lines>();

export function toFileContent({ form, lines }: FileSide): FileContent {
  return form.kind === 'text' ? { ...form, text: joinLines(lines) } : form;
}

/** Whether two sides differ at most in their lines. */
export function sameFacets(one: Facets, other: Facets): boolean {
  return one.path === other.path && sameForm(one.form, other.form);
}

/** Whether two forms are the same. An unknown mode equals any mode. */
export function sameForm(one: FileForm, other: FileForm): boolean {
  if (one.kind === 'absent' || other.kind === 'absent') {
    return one.kind === other.kind;
  }
  const sameMode = one.mode === undefined || other.mode === undefined || one.mode === other.mode;
  return sameMode && sameBytes(one, other);
}

function sameBytes(one: FileForm, other: FileForm): boolean {
  return one.kind === 'binary' && other.kind === 'binary'
    ? one.hash === other.hash
    : one.kind === other.kind;
}

export function sameContent(one: FileContent, other: FileContent): boolean {
  const isSameText = one.kind !== 'text' || other.kind !== 'text' || one.text === other.text;
  return isSameText && sameForm(one, other);
}

/** The permissions of a file, if they are known. */
export const modeOf = ({ form }: Facets): number | undefined =>
  form.kind === 'absent' ? undefined : form.mode;

/** Whether a mode allows the owner to run the file, which is all that git stores of permissions. */
export const isExecutable = (mode: number): boolean => (mode & 0o100) !== 0;

export function toFacets({ path, form }: Facets): Facets {
  return { path, form };
}
