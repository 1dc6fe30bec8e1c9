/** Consecutive lines of a message that are all ours or all quoted from another program. */
export interface MessagePassage {
  readonly isQuoted: boolean;
  readonly text: string;
}

const MARK = '> ';

/** Marks every line of foreign text as a quotation, so that it cannot pass for a sentence of ours. */
export const quote = (text: string): string =>
  text
    .split('\n')
    .map(line => `${MARK}${line}`)
    .join('\n');

/** Splits a message into its passages. Quoted passages are returned without their marks. */
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
