import type { PickerChoice } from '../../../core/session/state/picker.ts';
import { t } from '../../ui/strings.ts';

/**
 * The last choice of the agent picker, which opens the list of all agents. It is not a value and cannot be a favorite.
 */
export const MORE_AGENTS = '\u0000more';

export interface PickerProps {
  readonly name: string;
  readonly value: string;
  readonly choices: readonly PickerChoice[];
  readonly description?: string;
  readonly choose: (value: string) => void;
  /** The values listed first. */
  readonly favorites: readonly string[];
  readonly setFavorite: (value: string, favored: boolean) => void;
}

/** The purpose of a picker and its current value. */
export function pickerTooltip({ name, value, choices, description }: PickerProps): string {
  const chosen = choices.find(choice => choice.value === value);
  return [`${name}: ${chosen?.name ?? value}`, chosen?.description ?? description ?? '']
    .filter(line => line !== '')
    .join('\n');
}

/** The choices, with the user's favorites first, in a group of their own. */
export function favoritesFirst(
  choices: readonly PickerChoice[],
  favorites: readonly string[],
): readonly PickerChoice[] {
  const favored = choices.filter(({ value }) => favorites.includes(value));
  const group = t('favorites');
  return [
    ...favored.map(choice => ({ ...choice, group })),
    ...choices.filter(({ value }) => !favorites.includes(value)),
  ];
}

/** The choices by group, in the order of the agent. */
export function groupChoices(
  choices: readonly PickerChoice[],
): readonly (readonly [string, readonly PickerChoice[]])[] {
  const groups = new Map<string, PickerChoice[]>();
  for (const choice of choices) {
    const group = choice.group ?? '';
    groups.set(group, [...(groups.get(group) ?? []), choice]);
  }
  return [...groups];
}
