import type { PickerChoice } from '../../../core/session/state/picker.ts';
import { t } from '../../ui/strings.ts';

/** The last choice of the picker of agents: all that can be had. It is no value, so nobody's favourite. */
export const MORE_AGENTS = '\u0000more';

/** A picker: its name, what can be chosen, and what is. */
export interface PickerProps {
  readonly name: string;
  readonly value: string;
  readonly choices: readonly PickerChoice[];
  readonly description?: string;
  readonly choose: (value: string) => void;
  /** The values that stand first. */
  readonly favorites: readonly string[];
  /** Makes a value a favourite, or no longer one. */
  readonly setFavorite: (value: string, liked: boolean) => void;
}

/** What a picker is for, and what is chosen in it. */
export function pickerTooltip({ name, value, choices, description }: PickerProps): string {
  const chosen = choices.find(choice => choice.value === value);
  return [`${name}: ${chosen?.name ?? value}`, chosen?.description ?? description ?? '']
    .filter(line => line !== '')
    .join('\n');
}

/** The choices with the user's favourites under a heading of their own, which stands first. */
export function favoritesFirst(
  choices: readonly PickerChoice[],
  favourites: readonly string[],
): readonly PickerChoice[] {
  const liked = choices.filter(({ value }) => favourites.includes(value));
  const group = t('favourites');
  return [
    ...liked.map(choice => ({ ...choice, group })),
    ...choices.filter(({ value }) => !favourites.includes(value)),
  ];
}

/** Choices under their headings, in the order the agent gave. */
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
