import { PROBLEM_SEVERITIES, type ProblemSeverity } from './mention.ts';

/** A diagnostic. Line and character count from 0. */
export interface Problem {
  readonly path: string;
  readonly line: number;
  readonly character: number;
  readonly severity: ProblemSeverity;
  readonly message: string;
  readonly source?: string;
  readonly code?: string;
}

/** Whether a severity is at least as severe as another. */
export const isAtLeastSeverity = (severity: ProblemSeverity, limit: ProblemSeverity): boolean =>
  PROBLEM_SEVERITIES.indexOf(severity) <= PROBLEM_SEVERITIES.indexOf(limit);

/** Formats problems like a compiler, the most severe first: `src/a.ts:5:3: error: … [ts 2304]`, lines from 1. */
export function formatProblems(problems: readonly Problem[]): string {
  const sorted = problems.toSorted(
    (one, other) =>
      PROBLEM_SEVERITIES.indexOf(one.severity) - PROBLEM_SEVERITIES.indexOf(other.severity) ||
      (one.path < other.path ? -1 : Number(one.path > other.path)) ||
      one.line - other.line ||
      one.character - other.character,
  );
  return sorted.map(problem => `${problemLine(problem)}\n`).join('');
}

function problemLine({ path, line, character, severity, message, source, code }: Problem): string {
  const origin = [source, code].filter(Boolean).join(' ');
  const text = message.trimEnd().replaceAll(/\r?\n/g, '\n    ');
  return `${path}:${line + 1}:${character + 1}: ${severity}: ${text}${origin ? ` [${origin}]` : ''}`;
}
