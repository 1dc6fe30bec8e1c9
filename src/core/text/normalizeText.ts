/** A text as two are compared that differ in form only: without the mark at its start, with one kind of line ending. */
export const normalizeText = (text: string): string =>
  text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
