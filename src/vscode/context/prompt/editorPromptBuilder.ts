import type { PreparedPrompt, PromptBuilder } from '../../../agent/session/promptBuilder.ts';
import type { Attachment } from '../../../core/prompt/attachment.ts';
import { moveCommandFirst, getMentions, type Draft } from '../../../core/prompt/draft.ts';
import { mentionKey } from '../../../core/prompt/mention/mentionUri.ts';
import { buildPrompt } from '../../../core/prompt/buildPrompt.ts';
import type { SessionState } from '../../../core/session/state/sessionState.ts';
import { getContextLimits } from './contextLimits.ts';
import type { MentionReader } from './mentionReader.ts';
import type { RecentMentions } from '../files/recentMentions.ts';

/** Makes prompts of drafts: what is mentioned is read at the moment of sending. */
export class EditorPromptBuilder implements PromptBuilder {
  readonly #reader: MentionReader;
  readonly #uses: RecentMentions;

  constructor(reader: MentionReader, uses: RecentMentions) {
    this.#reader = reader;
    this.#uses = uses;
  }

  async build(draft: Draft, state: SessionState, signal: AbortSignal): Promise<PreparedPrompt> {
    await this.#uses.add(getMentions(draft));
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

/** What each mention of a draft turns out to be, by key; a thing mentioned twice is read once. */
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
