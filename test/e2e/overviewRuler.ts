import type { Page } from 'playwright-core';

/** The marks in the overview ruler of the active editor, from top to bottom. */
export async function rulerMarks(page: Page): Promise<readonly ('added' | 'removed')[]> {
  return page.evaluate<readonly ('added' | 'removed')[]>(paintedRows);
}

/**
 * Reads the pixels near the right edge, which only marks of the full width reach: VS Code's own marks for differences
 * to the base are on the left. The marks of the cursor and of brackets are gray.
 */
const paintedRows = `(() => {
  const canvas = document.querySelector('.editor-group-container.active .decorationsOverviewRuler');
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(width - 2, 0, 1, height);
  const marks = [];
  let last;
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue] = data.slice(at, at + 3);
    const isAdded = green > 1.5 * Math.max(red, blue);
    const isRemoved = red > 1.5 * Math.max(green, blue);
    const mark = isAdded ? 'added' : isRemoved ? 'removed' : undefined;
    if (mark && mark !== last) {
      marks.push(mark);
    }
    last = mark;
  }
  return marks;
})()`;
