import { findWord } from './toolText.ts';
import type { PositionInput } from './toolInputs.ts';

/** A position from 0, or what is wrong with the arguments. */
export type ResolvedPosition =
  | { readonly kind: 'found'; readonly line: number; readonly character: number }
  | { readonly kind: 'missing'; readonly why: string };

/** Finds the place that a model means: by its column, or by the name of a symbol in a line or in the whole file. */
export function resolvePosition(
  lines: readonly string[],
  { symbol, line, column }: Omit<PositionInput, 'path'>,
): ResolvedPosition {
  if (line !== undefined && line > lines.length) {
    return missing(`The file has only ${lines.length} lines.`);
  }
  if (symbol === undefined) {
    return line === undefined || column === undefined
      ? missing('Give the symbol, or a line and a column.')
      : found(line - 1, column - 1);
  }
  return findSymbol(lines, symbol, line);
}

function findSymbol(lines: readonly string[], symbol: string, line?: number): ResolvedPosition {
  for (const index of line === undefined ? lines.keys() : [line - 1]) {
    const character = findWord(lines[index] ?? '', symbol);
    if (character !== undefined) {
      return found(index, character);
    }
  }
  return missing(
    line === undefined
      ? `"${symbol}" does not occur in the file.`
      : `"${symbol}" does not occur in line ${line}: ${lines[line - 1]?.trim() ?? ''}`,
  );
}

const found = (line: number, character: number): ResolvedPosition => ({
  kind: 'found',
  line,
  character,
});

const missing = (why: string): ResolvedPosition => ({ kind: 'missing', why });
