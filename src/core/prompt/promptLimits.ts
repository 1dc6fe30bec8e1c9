/** How much of the user's context goes into one prompt. */
export interface PromptLimits {
  /** Text embedded for one mention. */
  readonly mentionBytes: number;
  /** Text embedded in one prompt. */
  readonly promptBytes: number;
  /** One picture, sound or binary file. */
  readonly binaryBytes: number;
  /** All of them in one prompt. */
  readonly promptBinaryBytes: number;
}

/** The value of `accord.context.embedLimitKb` unless the user sets another. */
export const DEFAULT_EMBED_LIMIT_KB = 128;

/** A prompt may hold as much text as this many mentions of full size. */
const FULL_MENTIONS_PER_PROMPT = 4;

/** Base64 adds a third, and a message of 32 MiB closes the connection of agents built on the protocol's SDK. */
const BINARY_LIMIT_BYTES = 10_000_000;
const PROMPT_BINARY_LIMIT_BYTES = 20_000_000;

/** The limits for an `accord.context.embedLimitKb`. */
export function createPromptLimits(embedLimitKb: number): PromptLimits {
  const mentionBytes = Math.max(1, Math.round(embedLimitKb)) * 1024;
  return {
    mentionBytes,
    promptBytes: mentionBytes * FULL_MENTIONS_PER_PROMPT,
    binaryBytes: BINARY_LIMIT_BYTES,
    promptBinaryBytes: PROMPT_BINARY_LIMIT_BYTES,
  };
}
