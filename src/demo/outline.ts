import type { Language } from './language.ts';

/** A top-level declaration; `line` counts from 0. */
export interface Declaration {
  readonly keyword: string;
  readonly name: string;
  readonly line: number;
}

/** The top-level declarations of a text. Empty for languages without a syntax. */
export function getOutline(text: string, language: Language): readonly Declaration[] {
  const { syntax } = language;
  const isCode = createCodeLineCheck(text, language);
  if (!syntax) {
    return [];
  }
  return text.split('\n').flatMap((content, line) => {
    const [, keyword, name] = (isCode(line) && syntax.declaration.exec(content)) || [];
    return keyword !== undefined && name !== undefined ? [{ keyword, name, line }] : [];
  });
}

/** Returns a function that tells whether a line starts in code and not inside a string or comment. False if in doubt. */
export function createCodeLineCheck(text: string, { syntax }: Language): (line: number) => boolean {
  if (!syntax || syntax.opener.test(text.replace(syntax.token, ''))) {
    return () => false;
  }
  const inside = new Set<number>();
  for (const token of text.matchAll(syntax.token)) {
    const from = lineAt(text, token.index);
    const to = from + token[0].split('\n').length - 1;
    for (let line = from + 1; line <= to; line += 1) {
      inside.add(line);
    }
  }
  return line => !inside.has(line);
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length - 1;
}
