import { asList, asRecord, asString } from '../../json.ts';
import { parseConfigOptions } from './parseSessionUpdate.ts';
import {
  pickerFromModels,
  pickerFromModes,
  pickersFromConfig,
  type Picker,
  withConfigPickers,
} from '../state/picker.ts';

/** Reads the pickers from the response that opened a session. A config option replaces the modes or models it covers. */
export function parsePickers(raw: unknown): readonly Picker[] {
  const response = asRecord(raw) ?? {};
  return withConfigPickers(
    [...modePicker(response['modes']), ...modelPicker(response['models'])],
    pickersFromConfig(parseConfigOptions(response['configOptions'])),
  );
}

/** Whether the picker offers the value and currently has another one. */
export function wouldChange(picker: Picker, value: string | boolean | undefined): boolean {
  return picker.kind === 'select'
    ? picker.value !== value && picker.choices.some(choice => choice.value === value)
    : typeof value === 'boolean' && picker.value !== value;
}

function modePicker(raw: unknown): readonly Picker[] {
  const modes = asRecord(raw);
  const currentModeId = asString(modes?.['currentModeId']);
  const availableModes = asList(modes?.['availableModes'], item => named(item, 'id'));
  return currentModeId === undefined || !availableModes?.length
    ? []
    : [
        pickerFromModes({
          currentModeId,
          availableModes: availableModes.map(({ id, ...rest }) => ({ id, ...rest })),
        }),
      ];
}

function modelPicker(raw: unknown): readonly Picker[] {
  const models = asRecord(raw);
  const currentModelId = asString(models?.['currentModelId']);
  const availableModels = asList(models?.['availableModels'], item => named(item, 'modelId'));
  return currentModelId === undefined || !availableModels?.length
    ? []
    : [
        pickerFromModels({
          currentModelId,
          availableModels: availableModels.map(({ id, ...rest }) => ({ modelId: id, ...rest })),
        }),
      ];
}

function named(
  raw: unknown,
  idField: string,
): { readonly id: string; readonly name: string; readonly description?: string } | undefined {
  const item = asRecord(raw);
  const id = asString(item?.[idField]);
  const description = asString(item?.['description']);
  return id === undefined
    ? undefined
    : { id, name: asString(item?.['name']) ?? id, ...(description ? { description } : {}) };
}
