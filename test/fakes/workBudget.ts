import budget from '../fixtures/workBudget.json' with { type: 'json' };

type Figures = Readonly<Record<string, number>>;

/**
 * The figures of a scenario that are larger than recorded in `test/fixtures/workBudget.json`, or less than half as
 * large, so that improvements are recorded too. The recorded sizes have a reserve of 3 %.
 */
export function exceededFigures(
  scenario: keyof typeof budget,
  figures: Figures,
): readonly string[] {
  const recorded: Figures = budget[scenario];
  return Object.entries(figures).flatMap(([name, value]) => {
    const most = recorded[name] ?? 0;
    const isFarSmaller = value < most * 0.5 && most > 10;
    return value > most || isFarSmaller ? [`${scenario}, ${name}: ${value}, recorded ${most}`] : [];
  });
}
