const BEFORE_CHARS = 40;
const SNIPPET_CHARS = 160;

/** The terms of a query in lower case, the longest (and so the rarest) first. */
export const queryTerms = (query: string): readonly string[] =>
  [...new Set(foldCase(query).split(/\s+/).filter(Boolean))].toSorted(
    (a, b) => b.length - a.length,
  );

/** Normalizes a text for case-insensitive search. */
export const foldCase = (text: string): string => text.toLowerCase();

/** One line of the text around the first matching term. */
export function createSnippet(text: string, terms: readonly string[]): string {
  const lower = foldCase(text);
  const found = terms.map(term => lower.indexOf(term)).filter(at => at >= 0);
  const at = Math.min(...found, text.length);
  const start = at === text.length ? 0 : Math.max(0, at - BEFORE_CHARS);
  const cut = text
    .slice(start, start + SNIPPET_CHARS)
    .replaceAll(/\s+/g, ' ')
    .trim();
  const before = start > 0 ? '...' : '';
  const after = start + SNIPPET_CHARS < text.length ? '...' : '';
  return `${before}${cut}${after}`;
}
