import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

type Figures = Readonly<Record<string, number>>;

/** Tests run in the project's folder. Some have the URL of a page instead of that of their file. */
const file = path.resolve('test/fixtures/workBudget.json');

/**
 * The figures of a scenario that are larger than recorded in `test/fixtures/workBudget.json`, or far smaller, so that a
 * gain is recorded too. With `ACCORD_RECORD_BUDGET` in the environment they are recorded instead.
 */
export function exceededFigures(scenario: string, figures: Figures): readonly string[] {
  const budget = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Figures>;
  if (process.env['ACCORD_RECORD_BUDGET'] !== undefined) {
    const recorded = { ...budget, [scenario]: withReserve(figures) };
    const sorted = Object.entries(recorded).toSorted(([one], [other]) => (one < other ? -1 : 1));
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`);
    return [];
  }
  return Object.entries(figures).flatMap(([name, value]) => {
    const most = budget[scenario]?.[name] ?? 0;
    const isFarSmaller = value < most * 0.8 && most > 10;
    return value > most || isFarSmaller ? [`${scenario}, ${name}: ${value}, recorded ${most}`] : [];
  });
}

/** Sizes may grow a little with each feature. Counts may not. */
const withReserve = (figures: Figures): Figures =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      name,
      /bytes/i.test(name) ? Math.ceil((value * 1.03) / 1_000) * 1_000 : value,
    ]),
  );
