/** What words are filled in with. */
type Filling = string | number | boolean;
type Translate = (words: string, ...fillings: Filling[]) => string;

let translate: Translate = filled;

/**
 * Says something to the user, in the user's language; `{0}`, `{1}` stand for what is filled in. Words are whole sentences,
 * or clauses that a sentence names as such; one and many are two texts.
 *
 * A text that is kept (titles and notices in a journal) stays as it was said then: what stood on the screen is the record.
 * What an agent reads stays English. Between the two stands what a prompt says about its own mentions, such as why one is
 * not attached: the user reads it first, so it is in the user's language, and it goes to the agent as the user saw it.
 */
export const t: Translate = (words, ...fillings) => translate(words, ...fillings);

/** From now on words go this way: VS Code's own translation. Without it they stay English. */
export function speakWith(translation: Translate): void {
  translate = translation;
}

/** From now on words are taken from a list, by their English; what it lacks stays English. */
export function speakFrom(list: Readonly<Record<string, string>>): void {
  translate = (words, ...fillings) => filled(list[words] ?? words, ...fillings);
}

function filled(words: string, ...fillings: Filling[]): string {
  return words.replaceAll(/\{(\d+)\}/g, (whole, index: string) =>
    String(fillings[Number(index)] ?? whole),
  );
}

/** Marks words that stand in a table, for the list of all words: `t` is called where they are shown. */
export const said = (words: string): string => words;

/** Words with what fills them in, for two who read them: an agent in English, the user in the user's language. */
export interface Saying {
  /** Marked with `said`. */
  readonly words: string;
  readonly fillings: readonly (Filling | Saying)[];
}

export const saying = (words: string, ...fillings: readonly (Filling | Saying)[]): Saying => ({
  words,
  fillings,
});

/** For an agent. */
export const inEnglish = ({ words, fillings }: Saying): string =>
  filled(words, ...fillings.map(one => (typeof one === 'object' ? inEnglish(one) : one)));

/** For the user. */
export const spoken = ({ words, fillings }: Saying): string =>
  t(words, ...fillings.map(one => (typeof one === 'object' ? spoken(one) : one)));
