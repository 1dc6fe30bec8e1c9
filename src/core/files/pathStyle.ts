/** How one file system writes paths and tells names apart. */
export interface PathStyle {
  readonly platform: 'posix' | 'win32';
  /** `Readme.md` and `README.md` are one file. */
  readonly ignoreCase: boolean;
  /** `é` as one character and as two are one name. */
  readonly ignoreUnicodeForm: boolean;
}

/** The style of each system with the file system it comes with. */
export const LINUX_PATHS: PathStyle = {
  platform: 'posix',
  ignoreCase: false,
  ignoreUnicodeForm: false,
};
export const MAC_PATHS: PathStyle = {
  platform: 'posix',
  ignoreCase: true,
  ignoreUnicodeForm: true,
};
export const WINDOWS_PATHS: PathStyle = {
  platform: 'win32',
  ignoreCase: true,
  ignoreUnicodeForm: false,
};

/** The style of a system, by Node's name for it. */
export function getPathStyle(platform: string): PathStyle {
  if (platform === 'win32') {
    return WINDOWS_PATHS;
  }
  return platform === 'darwin' ? MAC_PATHS : LINUX_PATHS;
}

/** Names that are equal after folding are the same file to this file system; in doubt they differ. */
export function foldName(name: string, style: PathStyle): string {
  const form = style.ignoreUnicodeForm ? name.normalize('NFC') : name;
  return style.ignoreCase ? Array.from(form, lowerLetter).join('') : form;
}

/**
 * File systems fold letter by letter, and only pairs of letters. Anything that does not come back
 * the way it went (`ß`, the Kelvin sign) stays as it is: a wrong "same" would let a path out.
 */
function lowerLetter(letter: string): string {
  const lower = letter.toLowerCase();
  return lower.length === letter.length && lower.toUpperCase() === letter ? lower : letter;
}
