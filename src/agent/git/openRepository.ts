/** A repository that the editor has open already. Where it gives no answer, the git command is asked. */
export interface OpenRepository {
  /** What is staged, as a unified diff. */
  stagedDiff(signal?: AbortSignal): Promise<string | undefined>;
  /** The newest commit that both have in common. */
  mergeBase(one: string, other: string, signal?: AbortSignal): Promise<string | undefined>;
}

const ANSWER_LIMIT_CHARS = 32 * 1024 * 1024;

/**
 * Whether a diff that was made with the user's settings reads as those we ask for: names with their prefixes and as they
 * are, no colours, submodules in short, and not without end.
 */
export function isPlainDiff(text: string): boolean {
  return (
    text.length <= ANSWER_LIMIT_CHARS &&
    (text === '' || text.startsWith('diff --')) &&
    !/^diff --git (?!a\/)|^Submodule /m.test(text)
  );
}
