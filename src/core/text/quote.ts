/** A stretch of a message: our own sentences, or lines that somebody else wrote. */
export interface MessagePassage {
  readonly isQuoted: boolean;
  readonly text: string;
}

const MARK = '> ';

/** Words of somebody else for a message of ours: each line is marked, so that none of them passes for ours. */
export const quote = (words: string): string =>
  words
    .split('\n')
    .map(line => `${MARK}${line}`)
    .join('\n');

/** The passages of a message, in order, quoted ones without their marks. */
export function parsePassages(message: string): readonly MessagePassage[] {
  const passages: MessagePassage[] = [];
  for (const line of message.split('\n')) {
    const isQuoted = line.startsWith(MARK);
    const text = isQuoted ? line.slice(MARK.length) : line;
    const last = passages.at(-1);
    if (last?.isQuoted === isQuoted) {
      passages[passages.length - 1] = { isQuoted, text: `${last.text}\n${text}` };
    } else {
      passages.push({ isQuoted, text });
    }
  }
  return passages;
}
