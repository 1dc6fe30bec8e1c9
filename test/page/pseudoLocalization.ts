import type { Frame, Page } from 'playwright-core';

/** Fields of what the page is given that people read: the agent's words, names of files, commands. */
const READ =
  /^(?:title|name|description|message|hint|detail|command|output|input|agentName|path|label|text|location|oldText|newText|lines|base|wrote|reason|note|host|mimeType|group|uri|url|signal)$/;

/** The same value with every Latin letter that people read as a Greek one: what stays Latin on the page is the page's own. */
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

/** Control sequences of terminals, schemes and kinds of media stay what they are. */
// oxlint-disable-next-line no-control-regex -- the colours of a terminal begin with one
const LETTERS = /\u001b\[[\d;]*m|^[a-z]+:\/\/|^(?:image|audio)\/[\w+]+|[a-z]/gi;

const letter = (latin: string): string =>
  String.fromCodePoint(0x3b1 + (((latin.toLowerCase().codePointAt(0) ?? 0x61) - 0x61) % 17));

/** What a page shows or says in Latin letters and not between the marks of our language. */
export async function untranslated(page: Page | Frame): Promise<readonly string[]> {
  const said = await page.evaluate<readonly string[]>(ALL_WORDS);
  return [...new Set(said)].filter(text =>
    /\p{Script=Latin}{2}/u.test(unmarked(text.replaceAll(ADDRESS, ''))),
  );
}

/** An address begins with its scheme, and other letters than Latin stand in it as numbers. */
const ADDRESS = /(?:file|vscode|https?):\/\/[^\s«»]*|%[\dA-F]{2}/g;

/** Texts without what stands between marks; what is filled in may hold marks of its own. */
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
