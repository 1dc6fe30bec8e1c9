/** Names keys as on a Mac, which has Cmd instead of Ctrl (in German Strg), and Option instead of Alt. Other modifiers have the same name. */
export const toMacKeys = (keys: string): string =>
  keys.replaceAll(/\b(?:Ctrl|Strg)\+/g, 'Cmd+').replaceAll('Alt+', 'Option+');
