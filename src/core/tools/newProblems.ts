import type { Draft } from '../prompt/draft.ts';
import { isAtLeastSeverity, type Problem } from '../prompt/mention/formatProblems.ts';
import { lastOrigin, type ReviewedFile } from '../review/file/reviewedFile.ts';

import { codeFence } from '../text/codeFence.ts';

/** The problems of files at one moment, by an id of the file. A file without an entry was not looked at. */
export type ProblemsByFile = ReadonlyMap<string, readonly Problem[]>;

/** Lines from 0, without the end. */
interface LineSpan {
  readonly start: number;
  readonly end: number;
}

/** The lines that an agent has changed, by an id of the file. */
export type ChangedLines = ReadonlyMap<string, readonly LineSpan[]>;

export interface ProblemComparison {
  readonly before: ProblemsByFile;
  readonly now: ProblemsByFile;
  readonly changed: ChangedLines;
}

/**
 * The errors and warnings that were not there before. Language servers report many files only while they are open. In a file
 * that nobody looked at before, a problem is new only if it is in a line that the agent has changed.
 */
export function findNewProblems({ before, now, changed }: ProblemComparison): readonly Problem[] {
  return [...now].flatMap(([file, problems]) => {
    const known = before.get(file);
    const isChanged = ({ line }: Problem): boolean =>
      (changed.get(file) ?? []).some(({ start, end }) => line >= start && line < end);
    const severe = problems.filter(({ severity }) => isAtLeastSeverity(severity, 'warning'));
    return known ? withoutKnown(severe, known, isChanged) : severe.filter(isChanged);
  });
}

/** A problem may have moved, so it is recognized by its text. Of equal ones, those in changed lines are the new ones. */
function withoutKnown(
  problems: readonly Problem[],
  known: readonly Problem[],
  isChanged: (problem: Problem) => boolean,
): readonly Problem[] {
  const left = new Map<string, number>();
  for (const problem of known) {
    left.set(keyOf(problem), (left.get(keyOf(problem)) ?? 0) + 1);
  }
  const oldFirst = problems.toSorted(
    (one, other) => Number(isChanged(one)) - Number(isChanged(other)),
  );
  return oldFirst.filter(problem => {
    const count = left.get(keyOf(problem)) ?? 0;
    left.set(keyOf(problem), count - 1);
    return count <= 0;
  });
}

const keyOf = ({ severity, message, source, code }: Problem): string =>
  JSON.stringify([severity, message, source, code]);

/** The prompt with which the user sends new problems to the agent. */
export const newProblemsPrompt = (list: string): Draft => [
  {
    kind: 'text',
    text: `Fix these problems, which are new since your last turn:\n\n${codeFence(list, '')}`,
  },
];

/** The lines that are pending from one turn of a session, by what `fileOf` makes of the path. */
export function getChangedLines(
  pending: readonly ReviewedFile[],
  { sessionId, turn }: { readonly sessionId: string; readonly turn: number },
  fileOf: (path: string) => string,
): ChangedLines {
  const files = pending.flatMap(file => {
    const spans = file.hunks
      .filter(hunk => {
        const origin = lastOrigin(file, hunk);
        return origin?.sessionId === sessionId && origin.turnId === String(turn);
      })
      .map(({ current }) => current);
    return spans.length > 0 ? [[fileOf(file.current.path), spans] as const] : [];
  });
  return new Map(files);
}
