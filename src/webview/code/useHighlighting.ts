import { useEffect, useState } from 'preact/hooks';
import type { HighlightNode } from './highlighter.ts';
import { loadHighlighter } from './loadHighlighter.ts';
import { splitForHighlighting } from './splitForHighlighting.ts';

/** Code that has not changed for this long counts as complete. */
const COMPLETE_MS = 250;
/** A page that is never idle highlights after this time anyway. */
const IDLE_MS = 1_000;

/** The highlighted code, once it is complete, the page is idle and the highlighter is loaded. */
export function useHighlighting(
  text: string,
  language: string,
): readonly HighlightNode[] | undefined {
  const [highlighted, setHighlighted] = useState<{
    text: string;
    nodes: readonly HighlightNode[];
  }>();
  useEffect(() => {
    if (language === '' || splitForHighlighting(text) === undefined) {
      return;
    }
    let current = true;
    const timer = setTimeout(() => {
      void highlightWhenIdle(text, language.toLowerCase()).then(nodes =>
        current && nodes ? setHighlighted({ text, nodes }) : undefined,
      );
    }, COMPLETE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text, language]);
  return highlighted?.text === text ? highlighted.nodes : undefined;
}

async function highlightWhenIdle(
  text: string,
  language: string,
): Promise<readonly HighlightNode[] | undefined> {
  const highlight = await loadHighlighter();
  if (!highlight) {
    return undefined;
  }
  const nodes: HighlightNode[] = [];
  for (const part of splitForHighlighting(text) ?? []) {
    await idle();
    const highlighted = part.isPlain ? [part.text] : highlight(part.text, language);
    if (!highlighted) {
      return undefined;
    }
    nodes.push(...highlighted);
  }
  return nodes;
}

const idle = (): Promise<unknown> =>
  new Promise(resolve => {
    requestIdleCallback(resolve, { timeout: IDLE_MS });
  });
