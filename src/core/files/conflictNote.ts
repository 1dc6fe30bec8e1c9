import { lineCount } from '../text/lineRange.ts';
import type { MergeConflict } from '../diff/merge3.ts';
import { t } from '../l10n.ts';

/** The maximum number of lines that are quoted per conflict. */
const QUOTED_LINES = 20;

/** The notice for lines that both the user and the agent changed; its first line is the title. */
export function conflictNote(path: string, conflicts: readonly MergeConflict[]): string {
  const places = conflicts.length === 1 ? t('1 place') : t('{0} places', conflicts.length);
  return [
    t(
      "You and the agent edited the same lines. Your text was kept in {0} in {1}. Review the agent's version to use it.",
      places,
      path,
    ),
    ...conflicts.flatMap(quoted),
  ].join('\n');
}

function quoted({ merged, theirs }: MergeConflict): readonly string[] {
  const lines = theirs.slice(0, QUOTED_LINES).map(line => `+ ${line.trimEnd()}`);
  const rest = theirs.length - lines.length;
  const wanted =
    theirs.length === 0 ? t("the agent's version deletes this") : t("the agent's version");
  const location =
    lineCount(merged) > 1
      ? t('Lines {0} to {1}', merged.start + 1, merged.end)
      : t('Line {0}', merged.start + 1);
  return [
    `${location}: ${wanted}`,
    ...lines,
    ...(rest > 0 ? [t('  and {0} more lines', rest)] : []),
  ];
}
