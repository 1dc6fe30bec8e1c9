import type { Found } from './found.ts';

/** A change that a language server offers. */
export interface AvailableAction {
  readonly title: string;
  /** Such as `quickfix` or `source.organizeImports`. */
  readonly kind: string;
  readonly isPreferred: boolean;
}

/** Finds an action by its title. Without a title there must be only one. */
export function chooseAction<T extends AvailableAction>(
  actions: readonly T[],
  title: string | undefined,
): Found<T> {
  const matching = actions.filter(action => title === undefined || action.title === title);
  const [action] = matching;
  if (action && (title !== undefined || matching.length === 1)) {
    return { kind: 'found', value: action };
  }
  const listed = formatActions(actions);
  const why =
    actions.length === 0
      ? 'No action that changes files is offered here.'
      : `${title === undefined ? 'Several actions are offered: give the title of one.' : 'There is no action with this title.'} Offered:\n${listed.join('\n')}`;
  return { kind: 'missing', why };
}

export const formatActions = (actions: readonly AvailableAction[]): readonly string[] =>
  actions.map(
    ({ title, kind, isPreferred }) => `${title} (${isPreferred ? `${kind}, preferred` : kind})`,
  );

/** Whether actions of a kind depend on the problems of the file, which may not have been reported yet. */
export const needsProblems = (kind: string | undefined): boolean =>
  kind === undefined || /^(?:quickfix|source\.fixAll)(?:\.|$)/.test(kind);
