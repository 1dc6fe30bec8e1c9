import type { AutoApproval } from '../../../core/session/state/approval.ts';
import type { PickerChoice } from '../../../core/session/state/picker.ts';
import { t } from '../../ui/strings.ts';

/** A row of a picker. */
export interface PickerOption extends PickerChoice {
  /** What choosing it does, where that is more than to set the value. */
  readonly action?: string;
  /** What the agent no longer asks about. */
  readonly approval?: AutoApproval | undefined;
  /** A command instead of a value: it cannot be a favorite. */
  readonly isCommand?: boolean;
}

export interface PickerProps {
  readonly name: string;
  readonly value: string;
  readonly choices: readonly PickerOption[];
  readonly description?: string;
  readonly choose: (value: string) => void;
  /** The values listed first. */
  readonly favorites: readonly string[];
  readonly setFavorite: (value: string, favored: boolean) => void;
}

/** The current value. An agent may use one that it does not list. */
export function chosenOption({ choices, value, name }: PickerProps): PickerOption {
  return (
    choices.find(choice => choice.value === value) ?? { value, name: value === '' ? name : value }
  );
}

/** The purpose of a picker, its current value and what that means. */
export function pickerTooltip(props: PickerProps): string {
  const { name, description, approval } = chosenOption(props);
  return [
    `${props.name}: ${name}`,
    description ?? props.description ?? '',
    approval === undefined ? '' : approvalWarning(approval),
  ]
    .filter(line => line !== '')
    .join('\n');
}

export const approvalWarning = (approval: AutoApproval): string =>
  approval === 'everything' ? t('neverAsks') : t('neverAsksEdits');

/** The choices, with the user's favorites first, in a group of their own. */
export function favoritesFirst(
  choices: readonly PickerOption[],
  favorites: readonly string[],
): readonly PickerOption[] {
  const favored = choices.filter(({ value }) => favorites.includes(value));
  const group = t('favorites');
  return [
    ...favored.map(choice => ({ ...choice, group })),
    ...choices.filter(({ value }) => !favorites.includes(value)),
  ];
}

/** The choices by group, in the order of the agent; commands are the last group. */
export function groupChoices(
  choices: readonly PickerOption[],
): readonly (readonly [string, readonly PickerOption[]])[] {
  const groups = new Map<string, PickerOption[]>();
  for (const choice of choices.filter(({ isCommand }) => isCommand !== true)) {
    const group = choice.group ?? '';
    groups.set(group, [...(groups.get(group) ?? []), choice]);
  }
  const commands = choices.filter(({ isCommand }) => isCommand === true);
  return commands.length > 0 ? [...groups, ['', commands]] : [...groups];
}
