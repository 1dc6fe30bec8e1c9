import type { SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk';
import { t } from '../../l10n.ts';

export interface PickerChoice {
  readonly value: string;
  readonly name: string;
  readonly description?: string;
  readonly group?: string;
}

/**
 * A setting of the agent that the user can change: a mode, a model or any config option. The protocol has three
 * representations (`modes`, `models`, `configOptions`), which are unified here; `via` says how a change is sent.
 */
export type Picker = {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  /** `mode`, `model`, `thought_level`, ...: where to show it. */
  readonly category?: string;
  readonly via: 'config' | 'mode' | 'model';
} & (
  | { readonly kind: 'select'; readonly value: string; readonly choices: readonly PickerChoice[] }
  | { readonly kind: 'switch'; readonly value: boolean }
);

/** The `models` field of a `session/new` response, which was removed from the protocol but is still sent. */
export interface LegacyModels {
  readonly currentModelId: string;
  readonly availableModels: readonly {
    readonly modelId: string;
    readonly name: string;
    readonly description?: string | null;
  }[];
}

/** Converts config options to pickers, in the agent's order. Options of an unknown type are left out. */
export function pickersFromConfig(options: readonly SessionConfigOption[]): readonly Picker[] {
  return options.flatMap((option): readonly Picker[] => {
    const common = {
      id: option.id,
      name: option.name,
      ...(option.description ? { description: option.description } : {}),
      ...(option.category ? { category: option.category } : {}),
      via: 'config' as const,
    };
    switch (option.type) {
      case 'select':
        return [
          {
            ...common,
            kind: 'select',
            value: option.currentValue,
            choices: option.options.flatMap(choicesOf),
          },
        ];
      case 'boolean':
        return [{ ...common, kind: 'switch', value: option.currentValue }];
      default:
        return [];
    }
  });
}

type SelectOptions = Extract<SessionConfigOption, { type: 'select' }>['options'];

function choicesOf(option: SelectOptions[number]): readonly PickerChoice[] {
  if ('group' in option) {
    return option.options.map(choice => ({ ...choiceOf(choice), group: option.name }));
  }
  return [choiceOf(option)];
}

const choiceOf = (choice: {
  readonly value: string;
  readonly name: string;
  readonly description?: string | null;
}): PickerChoice => ({
  value: choice.value,
  name: choice.name,
  ...(choice.description ? { description: choice.description } : {}),
});

/** Converts the older session modes to a picker. */
export function pickerFromModes(modes: SessionModeState): Picker {
  return {
    id: 'mode',
    name: t('Mode'),
    category: 'mode',
    via: 'mode',
    kind: 'select',
    value: modes.currentModeId,
    choices: modes.availableModes.map(mode => choiceOf({ ...mode, value: mode.id })),
  };
}

/** Converts the removed model list to a picker. */
export function pickerFromModels(models: LegacyModels): Picker {
  return {
    id: 'model',
    name: t('Model'),
    category: 'model',
    via: 'model',
    kind: 'select',
    value: models.currentModelId,
    choices: models.availableModels.map(model => choiceOf({ ...model, value: model.modelId })),
  };
}

/**
 * The pickers after the agent sent its config options. Agents in transition send modes and models beside their options:
 * those that no option covers stay.
 */
export function withConfigPickers(
  before: readonly Picker[],
  config: readonly Picker[],
): readonly Picker[] {
  return [
    ...before.filter(picker => picker.via !== 'config' && !config.some(covers(picker))),
    ...config,
  ];
}

/** Whether a config option offers the same choice as a mode or model picker, under whichever name. */
const covers =
  (picker: Picker) =>
  (option: Picker): boolean =>
    option.id === picker.id ||
    option.category === picker.category ||
    (picker.kind === 'select' &&
      picker.choices.every(
        ({ value }) =>
          option.kind === 'select' && option.choices.some(choice => choice.value === value),
      ));

/** The pickers after one of them was set. Also used to show a choice before the agent has confirmed it. */
export function withPickerValue(
  pickers: readonly Picker[],
  id: string,
  value: string | boolean,
): readonly Picker[] {
  return pickers.map(picker => {
    if (picker.id !== id) {
      return picker;
    }
    if (picker.kind === 'select') {
      return typeof value === 'string' ? { ...picker, value } : picker;
    }
    return typeof value === 'boolean' ? { ...picker, value } : picker;
  });
}

/** The pickers after the agent changed its mode. An agent may offer its modes as a config option of any name. */
export function withCurrentMode(pickers: readonly Picker[], modeId: string): readonly Picker[] {
  const isOffered = (picker: Picker): boolean =>
    picker.kind === 'select' && picker.choices.some(({ value }) => value === modeId);
  const mode =
    pickers.find(({ id }) => id === 'mode') ??
    pickers.find(picker => picker.category === 'mode' && isOffered(picker));
  return mode ? withPickerValue(pickers, mode.id, modeId) : pickers;
}
