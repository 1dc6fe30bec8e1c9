/** Names keys as on the user's platform: a Mac has Cmd instead of Ctrl, and Option instead of Alt. */
export const toPlatformKeys = (keys: string): string =>
  navigator.userAgent.includes('Mac')
    ? keys.replaceAll('Ctrl+', 'Cmd+').replaceAll('Alt+', 'Option+')
    : keys;
