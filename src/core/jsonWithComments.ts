import { parseJson } from './json.ts';

/*
 * Each pattern also matches a string, so that what looks like a comment or a comma in one is kept. What is not closed ends
 * with the text: a pattern that could fail there would be tried again at each character.
 */
const COMMENTS = /"(?:[^"\\]|\\[^]?)*(?:"|$)|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/g;
const TRAILING_COMMAS = /"(?:[^"\\]|\\[^]?)*(?:"|$)|,(?=\s*[}\]])/g;

/** Parses JSON with comments and trailing commas, as VS Code reads its own files; `undefined` if the text is not that. */
export const parseJsonWithComments = (text: string): unknown =>
  parseJson(
    text
      .replace(/^\uFEFF/, '')
      .replaceAll(COMMENTS, found => (found.startsWith('"') ? found : ' '))
      .replaceAll(TRAILING_COMMAS, found => (found.startsWith('"') ? found : ' ')),
  );
