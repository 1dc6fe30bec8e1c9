/** Removes the BOM and converts all line endings to `\n`, for comparing texts regardless of their encoding details. */
export const normalizeText = (text: string): string =>
  text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
