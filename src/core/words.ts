/** What words are filled in with. */
type Filling = string | number | boolean;
type Translate = (words: string, ...fillings: Filling[]) => string;

let translate: Translate = filled;

/** Says something to the user, in the user's language; `{0}`, `{1}` stand for what is filled in. */
export const t: Translate = (words, ...fillings) => translate(words, ...fillings);

/** From now on words go this way: VS Code's own translation. Without it they stay English. */
export function speakWith(translation: Translate): void {
  translate = translation;
}

function filled(words: string, ...fillings: Filling[]): string {
  return words.replaceAll(/\{(\d+)\}/g, (whole, index: string) =>
    String(fillings[Number(index)] ?? whole),
  );
}

/** Marks words that stand in a table, for the list of all words: `t` is called where they are shown. */
export const said = (words: string): string => words;
