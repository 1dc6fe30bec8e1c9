/** What words are filled in with. */
type MessageArgument = string | number | boolean;
type Translate = (words: string, ...fillings: MessageArgument[]) => string;

let translate: Translate = format;

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
export function setTranslator(translation: Translate): void {
  translate = translation;
}

/** From now on words are taken from a list, by their English; what it lacks stays English. */
export function setTranslations(list: Readonly<Record<string, string>>): void {
  translate = (words, ...fillings) => format(list[words] ?? words, ...fillings);
}

function format(words: string, ...fillings: MessageArgument[]): string {
  return words.replaceAll(/\{(\d+)\}/g, (whole, index: string) =>
    String(fillings[Number(index)] ?? whole),
  );
}

/** Marks words that stand in a table, for the list of all words: `t` is called where they are shown. */
export const localizable = (words: string): string => words;

/** Words with what fills them in, for two who read them: an agent in English, the user in the user's language. */
export interface LocalizableMessage {
  /** Marked with `said`. */
  readonly message: string;
  readonly args: readonly (MessageArgument | LocalizableMessage)[];
}

export const localizableMessage = (
  words: string,
  ...fillings: readonly (MessageArgument | LocalizableMessage)[]
): LocalizableMessage => ({
  message: words,
  args: fillings,
});

/** For an agent. */
export const toEnglish = ({ message: words, args: fillings }: LocalizableMessage): string =>
  format(words, ...fillings.map(one => (typeof one === 'object' ? toEnglish(one) : one)));

/** For the user. */
export const toLocalized = ({ message: words, args: fillings }: LocalizableMessage): string =>
  t(words, ...fillings.map(one => (typeof one === 'object' ? toLocalized(one) : one)));
