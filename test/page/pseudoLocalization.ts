import type { Frame, Page } from 'playwright-core';

/** The fields with text for the user: text of the agent, file names, commands. */
const READ =
  /^(?:title|name|description|message|hint|detail|command|output|input|agentName|path|label|text|location|oldText|newText|lines|base|wrote|reason|note|host|mimeType|group|uri|url|signal)$/;

/**
 * Replaces the Latin letters in text for the user by Greek ones: Latin letters on the page then come from the page
 * itself.
 */
export function toGreek<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? fields(inner) : inner,
  ) as T;
}

const fields = (value: object): object =>
  Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => [
      name,
      READ.test(name) ? inGreek(inner) : inner,
    ]),
  );

const inGreek = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(inGreek)
    : typeof value === 'string'
      ? value.replaceAll(LETTERS, match => (match.length > 1 ? match : letter(match)))
      : value;

/** Escape sequences, URI schemes and media types are not changed. */
// oxlint-disable-next-line no-control-regex -- the colors of a terminal begin with one
const LETTERS = /\u001b\[[\d;]*m|^[a-z]+:\/\/|^(?:image|audio)\/[\w+]+|[a-z]/gi;

const letter = (latin: string): string =>
  String.fromCodePoint(0x3b1 + (((latin.toLowerCase().codePointAt(0) ?? 0x61) - 0x61) % 17));

/** The texts of a page in Latin letters that are not enclosed in marks. */
export async function untranslated(page: Page | Frame): Promise<readonly string[]> {
  const said = await page.evaluate<readonly string[]>(ALL_WORDS);
  return [...new Set(said)].filter(text =>
    /\p{Script=Latin}{2}/u.test(unmarked(text.replaceAll(ADDRESS, ''))),
  );
}

/** A URI begins with its scheme, and other than Latin letters are percent-encoded. */
const ADDRESS = /(?:file|vscode|https?):\/\/[^\s«»]*|%[\dA-F]{2}/g;

/** Removes texts in marks; a placeholder's value may contain marks too. */
function unmarked(text: string): string {
  const less = text.replaceAll(/«[^«»]*»/g, '');
  return less === text ? text : unmarked(less);
}

const ALL_WORDS = `(() => {
  const words = [];
  const walker = document.createTreeWalker(document.querySelector('#root'), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) words.push(walker.currentNode.data);
  for (const element of document.querySelectorAll('*')) {
    for (const name of ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt', 'label']) {
      words.push(element.getAttribute(name) ?? '');
    }
  }
  return words;
})()`;
