/** A repository that is open in the editor. Where a method returns `undefined`, the git command is used. */
export interface OpenRepository {
  /** The staged changes as a unified diff. */
  stagedDiff(signal?: AbortSignal): Promise<string | undefined>;
  /** The newest common ancestor. */
  mergeBase(one: string, other: string, signal?: AbortSignal): Promise<string | undefined>;
}

const ANSWER_LIMIT_CHARS = 32 * 1024 * 1024;

/**
 * Whether a diff made with the user's settings has the format that we request: standard prefixes, unescaped names, no
 * colors, short submodule diffs, and not too long.
 */
export function isPlainDiff(text: string): boolean {
  return (
    text.length <= ANSWER_LIMIT_CHARS &&
    (text === '' || text.startsWith('diff --')) &&
    !/^diff --git (?!a\/)|^Submodule /m.test(text)
  );
}
