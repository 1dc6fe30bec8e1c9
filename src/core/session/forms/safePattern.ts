const PATTERN_LIMIT_CHARS = 200;
/** Without nested repetitions, two unbounded ones keep the work below the cube of the text's length. */
const UNBOUNDED_REPEAT_LIMIT = 2;

/** Longer texts are not matched against an agent's pattern. */
export const PATTERN_INPUT_LIMIT_CHARS = 256;

/**
 * Returns an agent's pattern if it cannot hang the view: no repeated groups, no back references, no lookaround, few
 * unbounded repetitions. Any other pattern is `undefined`; the agent validates the value itself anyway.
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
  return refersBack || looksAround || repeatsGroup || openRepeats > UNBOUNDED_REPEAT_LIMIT
    ? undefined
    : pattern;
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false; // Not a JavaScript pattern.
  }
}
