import type { highlight } from './highlighter.ts';

export type Highlight = typeof highlight;

let bundleUrl: string | undefined;
let loaded: Promise<Highlight | undefined> | undefined;

export function setHighlighterUrl(url: string): void {
  bundleUrl = url;
}

/** Loads the highlighter when the first code block needs it. Without it code stays plain. */
export function loadHighlighter(): Promise<Highlight | undefined> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Highlight | undefined> {
  if (bundleUrl === undefined) {
    return undefined;
  }
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own bundle, made from the same file
    const bundle = (await import(bundleUrl)) as { readonly highlight: Highlight };
    return bundle.highlight;
  } catch {
    return undefined; // Plain code is readable, so the user need not know.
  }
}
