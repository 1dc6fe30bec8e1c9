/** A cell of a notebook, with its outputs as text. */
export interface CellText {
  readonly kind: 'code' | 'markup';
  readonly language: string;
  readonly text: string;
  /** How often code had been run in the notebook when this cell was run; `undefined` if it was not. */
  readonly executionOrder: number | undefined;
  readonly outputs: readonly string[];
}

/** One long output must not hide the other cells. */
const OUTPUT_LIMIT_LINES = 20;

/** The cells as lines for the model, numbered from 1. */
export const formatCells = (cells: readonly CellText[]): readonly string[] =>
  cells.flatMap(({ kind, language, text, executionOrder, outputs }, index) => {
    const order = executionOrder === undefined ? '' : `, run as [${executionOrder}]`;
    const state = kind === 'code' && executionOrder === undefined ? ', not run' : order;
    return [
      `--- cell ${index + 1}: ${kind} (${language})${state}`,
      ...text.split('\n'),
      ...outputs.flatMap(output => ['--- output', ...limitOutputLines(output.split('\n'))]),
    ];
  });

const limitOutputLines = (lines: readonly string[]): readonly string[] =>
  lines.length > OUTPUT_LIMIT_LINES
    ? [
        ...lines.slice(0, OUTPUT_LIMIT_LINES),
        `... ${lines.length - OUTPUT_LIMIT_LINES} more lines of output`,
      ]
    : lines;
