import { joinLines, splitLines, type Lines } from '../../text/lines.ts';

/** What stands at a path: nothing, a text, or bytes we only know by their hash. Modes as the system says them (0o100600). */
export type FileContent =
  | { readonly kind: 'absent' }
  | { readonly kind: 'text'; readonly text: string; readonly mode?: number }
  | BinaryForm;

/** A binary file, a link, or one too large to compare: taken or left as a whole. */
export interface BinaryForm {
  readonly kind: 'binary';
  readonly hash: string;
  readonly sizeBytes: number;
  readonly mode?: number;
}

/** A file without its words. */
export type FileForm =
  | { readonly kind: 'absent' }
  | { readonly kind: 'text'; readonly mode?: number }
  | BinaryForm;

/** Everything about a file that is not a line. */
export interface Facets {
  readonly path: string;
  readonly form: FileForm;
}

/** A file as it stands on one side of the review. Only a text has lines. */
export interface FileSide extends Facets {
  readonly lines: Lines;
}

/** A side from what stands at a path. */
export function toFileSide(path: string, content: FileContent): FileSide {
  if (content.kind !== 'text') {
    return { path, form: content, lines: [] };
  }
  const { text, ...form } = content;
  const lines = cut.get(content) ?? splitLines(text);
  cut.set(content, lines);
  return { path, form, lines };
}

/** A content that comes to be reviewed is cut into lines when it is compared, and again when the ledger takes it in. */
const cut = new WeakMap<FileContent, Lines>();

/** What stands on a side, as one value. */
export function toFileContent({ form, lines }: FileSide): FileContent {
  return form.kind === 'text' ? { ...form, text: joinLines(lines) } : form;
}

/** Whether two sides differ at most in their lines. */
export function sameFacets(one: Facets, other: Facets): boolean {
  return one.path === other.path && sameForm(one.form, other.form);
}

/** Whether two forms are the same. A mode nobody told us is no difference. */
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

/** Whether the same stands at both places. */
export function sameContent(one: FileContent, other: FileContent): boolean {
  const isSameText = one.kind !== 'text' || other.kind !== 'text' || one.text === other.text;
  return isSameText && sameForm(one, other);
}

/** A side without its lines. */
export function toFacets({ path, form }: Facets): Facets {
  return { path, form };
}
