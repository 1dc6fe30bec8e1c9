/** Limits for the context in one prompt. */
export interface PromptLimits {
  /** Text embedded for one mention. */
  readonly mentionBytes: number;
  /** Text embedded in one prompt. */
  readonly promptBytes: number;
  /** One image, audio or binary file. */
  readonly binaryBytes: number;
  /** All of them in one prompt. */
  readonly promptBinaryBytes: number;
}

/** The default of the setting `accord.context.embedLimitKb`. */
export const DEFAULT_EMBED_LIMIT_KB = 128;

/** A prompt may contain as much text as this many mentions of maximum size. */
const FULL_MENTIONS_PER_PROMPT = 4;

/** Base64 adds a third, and agents built on the protocol's SDK close the connection at a message of 32 MiB. */
const BINARY_LIMIT_BYTES = 10_000_000;
const PROMPT_BINARY_LIMIT_BYTES = 20_000_000;

/** Computes the limits from the setting `accord.context.embedLimitKb`. */
export function createPromptLimits(embedLimitKb: number): PromptLimits {
  const mentionBytes = Math.max(1, Math.round(embedLimitKb)) * 1024;
  return {
    mentionBytes,
    promptBytes: mentionBytes * FULL_MENTIONS_PER_PROMPT,
    binaryBytes: BINARY_LIMIT_BYTES,
    promptBinaryBytes: PROMPT_BINARY_LIMIT_BYTES,
  };
}
