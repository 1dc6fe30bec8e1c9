interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>>;
}

interface Mutant {
  readonly status: string;
  /** Why a test failed, or why the tests were ended. */
  readonly statusReason?: string;
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly location: { readonly start: { readonly line: number } };
}

/** The result in a report of Stryker. A mutation that makes the tests hang counts as detected. */
export interface MutationScore {
  /** In percent. */
  readonly score: number;
  readonly noticed: number;
  /** How many were noticed only because a test took too long, which may also be due to a busy machine. */
  readonly timedOut: number;
  readonly total: number;
  /** One line for each mutation that no test detected. */
  readonly unnoticed: readonly string[];
}

export function mutationScore(report: string): MutationScore {
  const { files } = JSON.parse(report) as Report;
  const mutants = Object.entries(files).flatMap(([file, { mutants: found }]) =>
    found.map(mutant => ({ file, ...mutant })),
  );
  const noticed = mutants.filter(({ status }) => ['Killed', 'Timeout'].includes(status));
  const unnoticed = mutants.filter(({ status }) => ['Survived', 'NoCoverage'].includes(status));
  const total = noticed.length + unnoticed.length;
  return {
    score: total === 0 ? 0 : (100 * noticed.length) / total,
    noticed: noticed.length,
    timedOut: noticed.filter(isTimedOut).length,
    total,
    unnoticed: unnoticed.map(
      ({ file, location, mutatorName, replacement }) =>
        `${file}:${location.start.line} ${mutatorName}: ${replacement ?? ''}`,
    ),
  };
}

/** A hit limit is a loop that repeats far more often than without the mutation, whatever the machine does. */
const isTimedOut = ({ status, statusReason = '' }: Mutant): boolean =>
  /^(?:Test|Hook) timed out/.test(statusReason) ||
  (status === 'Timeout' && !statusReason.startsWith('Hit limit'));
