/** Remembers the mode, model and other options that the user last chose for each agent. */
export interface PickerPreferences {
  get(agentId: string): Readonly<Record<string, string | boolean>>;
  set(agentId: string, pickerId: string, value: string | boolean): void;
}
