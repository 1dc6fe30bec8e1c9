/** Names keys as on the user's platform: a Mac has Cmd instead of Ctrl, and Option instead of Alt. */
export const toPlatformKeys = (words: string): string =>
  navigator.userAgent.includes('Mac')
    ? words.replaceAll('Ctrl+', 'Cmd+').replaceAll('Alt+', 'Option+')
    : words;
