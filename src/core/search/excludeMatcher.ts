import { globToRegExp } from '../files/glob.ts';

/** Whether a path, relative and with `/`, is hidden by settings such as `files.exclude`; what lies in a hidden folder is. */
export function createExcludeMatcher(settings: readonly unknown[]): (path: string) => boolean {
  const patterns = settings.flatMap(activeGlobs).flatMap(glob => globToRegExp(glob) ?? []);
  return path => patterns.some(pattern => pattern.test(path));
}

/** A setting is an object of globs; `false` switches one off, and a condition is for others to weigh. */
const activeGlobs = (setting: unknown): readonly string[] =>
  typeof setting === 'object' && setting !== null
    ? Object.entries(setting).flatMap(([glob, value]) => (value === true ? [glob] : []))
    : [];
