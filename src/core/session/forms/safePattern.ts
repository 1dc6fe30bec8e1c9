const PATTERN_LIMIT_CHARS = 200;
/** Without nested repeats, so many open ones keep the work below the cube of the text's length. */
const OPEN_REPEATS = 2;

/** Texts longer than this are not matched against an agent's pattern. */
export const PATTERN_INPUT_LIMIT_CHARS = 256;

/**
 * A pattern of an agent's, if it can be run without the danger of hanging: no repeated groups, no references back, no
 * looking around, few open repeats. Any other is `undefined`: the agent checks the value itself anyway.
 */
export function safePattern(pattern: string): string | undefined {
  if (pattern.length > PATTERN_LIMIT_CHARS || !compiles(pattern)) {
    return undefined;
  }
  const plain = pattern.replaceAll(/\\./gs, '_').replaceAll(/\[[^\]]*\]/g, '_');
  const refersBack = /\\[1-9k]/.test(pattern);
  const looksAround = /\(\?[=!<]/.test(plain);
  const repeatsGroup = /\)[*+?{]/.test(plain);
  const openRepeats = plain.match(/[*+]|\{\d*,/g)?.length ?? 0;
  return refersBack || looksAround || repeatsGroup || openRepeats > OPEN_REPEATS
    ? undefined
    : pattern;
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false; // Not a pattern of ours: the agent may know what it means.
  }
}
