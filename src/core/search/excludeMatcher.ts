import { globToRegExp } from '../files/glob.ts';

/** Creates a function that says whether settings such as `files.exclude` hide a relative path or one of its folders. */
export function createExcludeMatcher(settings: readonly unknown[]): (path: string) => boolean {
  const patterns = settings.flatMap(activeGlobs).flatMap(glob => globToRegExp(glob) ?? []);
  return path => patterns.some(pattern => pattern.test(path));
}

/** A setting maps globs to booleans; conditions (`when`) are not supported and ignored. */
const activeGlobs = (setting: unknown): readonly string[] =>
  typeof setting === 'object' && setting !== null
    ? Object.entries(setting).flatMap(([glob, value]) => (value === true ? [glob] : []))
    : [];
