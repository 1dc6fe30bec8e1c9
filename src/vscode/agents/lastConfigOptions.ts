import type * as vscode from 'vscode';
import type { PickerPreferences } from '../../agent/session/pickerPreferences.ts';
import { asRecord } from '../../core/json.ts';

const KEY = 'accord.choices.';

/** Remembers the mode, model and other options that the user chose last, for each agent. */
export const lastConfigOptions = (memento: vscode.Memento): PickerPreferences => ({
  get: agentId => parseValues(memento.get<unknown>(KEY + agentId)),
  set: (agentId, pickerId, value) => {
    const before = parseValues(memento.get<unknown>(KEY + agentId));
    void memento.update(KEY + agentId, { ...before, [pickerId]: value });
  },
});

const parseValues = (raw: unknown): Readonly<Record<string, string | boolean>> =>
  Object.fromEntries(
    Object.entries(asRecord(raw) ?? {}).filter(
      (entry): entry is [string, string | boolean] =>
        typeof entry[1] === 'string' || typeof entry[1] === 'boolean',
    ),
  );
