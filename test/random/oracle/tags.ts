/** Every line has a tag: b, u or a for its author (base, user, agent) and a number that occurs once. */
export type Tag = string;

const TAG = /[bua]\d+(?=\.)/;

/** The tags of a text, in order. A line without one is given as it is, so that it is noticed. */
export function tagsOf(text: string): readonly Tag[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1)?.replace('\uFEFF', '') === '') {
    lines.pop();
  }
  return lines.map(line => TAG.exec(line)?.[0] ?? `?${line.trim()}`);
}

export const isAgentTag = (tag: Tag): boolean => tag.startsWith('a');
export const isUserTag = (tag: Tag): boolean => tag.startsWith('u');

/** Whether the tags that both lists have come in the same order. */
export function haveSameOrder(one: readonly Tag[], other: readonly Tag[]): boolean {
  const positions = new Map(one.map((tag, at) => [tag, at]));
  const found = other.flatMap(tag => positions.get(tag) ?? []);
  return found.every((position, at) => at === 0 || position > (found[at - 1] ?? -1));
}

/** The text of a file as a reader sees it: UTF-8, or else Latin-1. */
export function decodeBytes(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}
