/**
 * Names keys as on the user's platform: a Mac has Cmd instead of Ctrl (in German Strg), and Option instead of Alt. Other
 * modifiers have the same name everywhere.
 */
export const toPlatformKeys = (keys: string): string =>
  navigator.userAgent.includes('Mac')
    ? keys.replaceAll(/\b(?:Ctrl|Strg)\+/g, 'Cmd+').replaceAll('Alt+', 'Option+')
    : keys;
