import type { PickerChoice } from '../../core/session/picker.ts';

/** A picker: its name, what can be chosen, and what is. */
export interface PickerProps {
  readonly name: string;
  readonly value: string;
  readonly choices: readonly PickerChoice[];
  readonly description?: string;
  readonly choose: (value: string) => void;
}

/** What a picker is for, and what is chosen in it. */
export function tip({ name, value, choices, description }: PickerProps): string {
  const chosen = choices.find(choice => choice.value === value);
  return [`${name}: ${chosen?.name ?? value}`, chosen?.description ?? description ?? '']
    .filter(line => line !== '')
    .join('\n');
}

/** Choices under their headings, in the order the agent gave. */
export function grouped(
  choices: readonly PickerChoice[],
): readonly (readonly [string, readonly PickerChoice[]])[] {
  const groups = new Map<string, PickerChoice[]>();
  for (const choice of choices) {
    const group = choice.group ?? '';
    groups.set(group, [...(groups.get(group) ?? []), choice]);
  }
  return [...groups];
}
