/** How a file system writes and compares paths. */
export interface PathStyle {
  readonly platform: 'posix' | 'win32';
  /** `Readme.md` and `README.md` are one file. */
  readonly ignoreCase: boolean;
  /** `é` as one character and as two are one name. */
  readonly ignoreUnicodeForm: boolean;
}

/** The styles of the default file systems. */
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

/** The style of a platform, by Node's name. */
export function getPathStyle(platform: string): PathStyle {
  if (platform === 'win32') {
    return WINDOWS_PATHS;
  }
  return platform === 'darwin' ? MAC_PATHS : LINUX_PATHS;
}

/** Normalizes a name for comparison: equal results are the same file. In doubt names differ. */
export function foldName(name: string, style: PathStyle): string {
  const form = style.ignoreUnicodeForm ? name.normalize('NFC') : name;
  return style.ignoreCase ? Array.from(form, lowerLetter).join('') : form;
}

/**
 * File systems fold single letters, and only pairs of letters. Letters that do not survive the round trip (`ß`, the Kelvin
 * sign) stay unchanged, because treating different files as equal would let a path escape.
 */
function lowerLetter(letter: string): string {
  const lower = letter.toLowerCase();
  return lower.length === letter.length && lower.toUpperCase() === letter ? lower : letter;
}
