import type { PreparedPrompt, PromptBuilder } from '../../../agent/session/promptBuilder.ts';
import type { Attachment } from '../../../core/prompt/attachment.ts';
import { moveCommandFirst, getMentions, type Draft } from '../../../core/prompt/draft.ts';
import { mentionKey } from '../../../core/prompt/mention/mentionUri.ts';
import { buildPrompt } from '../../../core/prompt/buildPrompt.ts';
import type { SessionState } from '../../../core/session/state/sessionState.ts';
import { getContextLimits } from './contextLimits.ts';
import type { MentionReader } from './mentionReader.ts';
import type { RecentMentions } from '../files/recentMentions.ts';

/** Builds prompts from drafts. Mentions are read at the moment of sending. */
export class EditorPromptBuilder implements PromptBuilder {
  readonly #reader: MentionReader;
  readonly #recentMentions: RecentMentions;

  constructor(reader: MentionReader, recentMentions: RecentMentions) {
    this.#reader = reader;
    this.#recentMentions = recentMentions;
  }

  async build(draft: Draft, state: SessionState, signal: AbortSignal): Promise<PreparedPrompt> {
    await this.#recentMentions.add(getMentions(draft));
    const limits = getContextLimits();
    const attachments = await readMentions(draft, mention =>
      this.#reader.read(mention, limits, signal),
    );
    const names = state.commands.map(({ name }) => name);
    const { blocks, notes } = buildPrompt(
      moveCommandFirst(draft, names),
      attachments,
      state.promptCapabilities ?? {},
      limits,
    );
    return { blocks, notes: notes.map(({ message }) => message) };
  }
}

/** Reads the mentions of a draft, by key. A mention that occurs twice is read once. */
export async function readMentions(
  draft: Draft,
  read: (mention: ReturnType<typeof getMentions>[number]) => Promise<Attachment>,
): Promise<ReadonlyMap<string, Attachment>> {
  const mentions = new Map(getMentions(draft).map(mention => [mentionKey(mention), mention]));
  const entries = await Promise.all(
    [...mentions].map(async ([key, mention]) => [key, await read(mention)] as const),
  );
  return new Map(entries);
}
