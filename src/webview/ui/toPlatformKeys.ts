/** The name of a key combination: a Mac has Cmd where others have Ctrl, and Option where others have Alt. */
export const toPlatformKeys = (words: string): string =>
  navigator.userAgent.includes('Mac')
    ? words.replaceAll('Ctrl+', 'Cmd+').replaceAll('Alt+', 'Option+')
    : words;
