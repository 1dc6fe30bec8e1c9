import type * as vscode from 'vscode';
import type { PickerPreferences } from '../../agent/session/pickerPreferences.ts';
import { asRecord } from '../../core/json.ts';

const KEY = 'accord.choices.';

/** Remembers the modes, models and options the user chose last, agent by agent. */
export const lastConfigOptions = (memory: vscode.Memento): PickerPreferences => ({
  get: agentId => chosen(memory.get<unknown>(KEY + agentId)),
  set: (agentId, pickerId, value) => {
    const before = chosen(memory.get<unknown>(KEY + agentId));
    void memory.update(KEY + agentId, { ...before, [pickerId]: value });
  },
});

const chosen = (raw: unknown): Readonly<Record<string, string | boolean>> =>
  Object.fromEntries(
    Object.entries(asRecord(raw) ?? {}).filter(
      (entry): entry is [string, string | boolean] =>
        typeof entry[1] === 'string' || typeof entry[1] === 'boolean',
    ),
  );
