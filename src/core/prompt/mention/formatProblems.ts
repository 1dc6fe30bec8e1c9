import type { ProblemSeverity } from './mention.ts';

/** One complaint of a language tool. Line and character count from 0. */
export interface Problem {
  readonly path: string;
  readonly line: number;
  readonly character: number;
  readonly severity: ProblemSeverity;
  readonly message: string;
  readonly source?: string;
  readonly code?: string;
}

const ORDER: readonly ProblemSeverity[] = ['error', 'warning', 'information', 'hint'];

/** Whether a problem is at least as grave. */
export const isAtLeastSeverity = (severity: ProblemSeverity, limit: ProblemSeverity): boolean =>
  ORDER.indexOf(severity) <= ORDER.indexOf(limit);

/** Problems as compilers print them, the gravest first: `src/a.ts:5:3: error: … [ts 2304]`, lines from 1. */
export function formatProblems(problems: readonly Problem[]): string {
  const sorted = problems.toSorted(
    (one, other) =>
      ORDER.indexOf(one.severity) - ORDER.indexOf(other.severity) ||
      (one.path < other.path ? -1 : Number(one.path > other.path)) ||
      one.line - other.line ||
      one.character - other.character,
  );
  return sorted.map(problem => `${problemLine(problem)}\n`).join('');
}

function problemLine({ path, line, character, severity, message, source, code }: Problem): string {
  const origin = [source, code].filter(Boolean).join(' ');
  const words = message.trimEnd().replaceAll(/\r?\n/g, '\n    ');
  return `${path}:${line + 1}:${character + 1}: ${severity}: ${words}${origin ? ` [${origin}]` : ''}`;
}
