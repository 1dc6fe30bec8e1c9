import type { PreparedPrompt, Prompts } from '../../agent/ports.ts';
import { DEFAULT_EMBED_LIMIT_KB, limitsOf } from '../../core/prompt/limits.ts';
import { promptBlocks } from '../../core/prompt/promptBlocks.ts';

/** Makes prompts of drafts. */
export const editorPrompts: Prompts = {
  prepare(draft, { accepts }): Promise<PreparedPrompt> {
    const limits = limitsOf(DEFAULT_EMBED_LIMIT_KB);
    const { blocks, notes } = promptBlocks(draft, new Map(), accepts, limits);
    return Promise.resolve({ blocks, notes: notes.map(({ message }) => message) });
  },
};
