import { truncate } from '../text/truncate.ts';

/** How much of a result a model gets. More would fill its context. */
export const RESULT_LIMIT_LINES = 200;
export const RESULT_LIMIT_CHARS = 30_000;
const LINE_LIMIT_CHARS = 500;

/** A place in a file for a model. Lines and columns count from 0, as everywhere in the extension. */
export interface CodeLocation {
  readonly path: string;
  readonly line: number;
  readonly character: number;
  /** The text of the line, if it may be shown. */
  readonly text?: string;
  readonly note?: string;
}

/** Joins lines up to the limits, and says how many were left out. There may be more than the given ones. */
export function limitLines(lines: readonly string[], total = lines.length): string {
  const shown = takeUpToLimits(lines);
  const omitted = total - shown.length;
  const rest = omitted > 0 ? [`... and ${omitted} more. Ask for something more specific.`] : [];
  return [...shown, ...rest].join('\n');
}

/** The last lines of what a program has printed, which say how it ended, and how many lines were left out before them. */
export function limitOutput(output: string): string {
  const lines = output.split(/\r?\n/);
  const shown = takeUpToLimits(lines.toReversed()).toReversed();
  const omitted = lines.length - shown.length;
  const note = omitted > 0 ? [`... ${omitted} lines before this were left out.`] : [];
  return [...note, ...shown].join('\n');
}

function takeUpToLimits(lines: readonly string[]): readonly string[] {
  const taken: string[] = [];
  let chars = 0;
  for (const line of lines.slice(0, RESULT_LIMIT_LINES)) {
    const text = truncate(line, LINE_LIMIT_CHARS);
    chars += text.length + 1;
    if (chars > RESULT_LIMIT_CHARS) {
      break;
    }
    taken.push(text);
  }
  return taken;
}

/** Sorts places by path and position, without duplicates. */
export function sortLocations<T extends CodeLocation>(locations: readonly T[]): readonly T[] {
  const sorted = locations.toSorted(
    (one, other) =>
      (one.path < other.path ? -1 : Number(one.path > other.path)) ||
      one.line - other.line ||
      one.character - other.character,
  );
  return [...new Map(sorted.map(location => [formatLocation(location), location])).values()];
}

/** `src/a.ts:5:3: the text of the line`, line and column from 1. */
export function formatLocation({ path, line, character, text, note }: CodeLocation): string {
  const place = `${path}:${line + 1}:${character + 1}`;
  const about = [note, text?.trim()].filter(part => part !== undefined && part !== '').join(': ');
  return about ? `${place}: ${about}` : place;
}

/** The index of a name as a whole word, so that `id` is not found in `width`; `undefined` if it is not there. */
export function findWord(text: string, word: string): number | undefined {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const isLongerBefore = isWord(word.at(0)) && isWord(text[at - 1]);
    const isLongerAfter = isWord(word.at(-1)) && isWord(text[at + word.length]);
    if (!isLongerBefore && !isLongerAfter) {
      return at;
    }
  }
  return undefined;
}

const isWord = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_$]/u.test(character);
