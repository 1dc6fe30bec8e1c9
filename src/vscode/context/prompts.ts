import type { PreparedPrompt, Prompts } from '../../agent/ports.ts';
import type { Attachment } from '../../core/prompt/attachment.ts';
import { commandFirst, mentionsIn, type Draft } from '../../core/prompt/draft.ts';
import { mentionKey } from '../../core/prompt/mentionUri.ts';
import { promptBlocks } from '../../core/prompt/promptBlocks.ts';
import type { SessionState } from '../../core/session/sessionState.ts';
import { contextLimits } from './contextLimits.ts';
import type { MentionReader } from './mentionReader.ts';
import type { MentionUses } from './mentionUses.ts';

/** Makes prompts of drafts: what is mentioned is read at the moment of sending. */
export class EditorPrompts implements Prompts {
  readonly #reader: MentionReader;
  readonly #uses: MentionUses;

  constructor(reader: MentionReader, uses: MentionUses) {
    this.#reader = reader;
    this.#uses = uses;
  }

  async prepare(draft: Draft, state: SessionState, signal: AbortSignal): Promise<PreparedPrompt> {
    await this.#uses.note(mentionsIn(draft));
    const limits = contextLimits();
    const attachments = await readAll(draft, mention => this.#reader.read(mention, limits, signal));
    const names = state.commands.map(({ name }) => name);
    const { blocks, notes } = promptBlocks(
      commandFirst(draft, names),
      attachments,
      state.accepts ?? {},
      limits,
    );
    return { blocks, notes: notes.map(({ message }) => message) };
  }
}

/** What each mention of a draft turns out to be, by key; a thing mentioned twice is read once. */
export async function readAll(
  draft: Draft,
  read: (mention: ReturnType<typeof mentionsIn>[number]) => Promise<Attachment>,
): Promise<ReadonlyMap<string, Attachment>> {
  const mentions = new Map(mentionsIn(draft).map(mention => [mentionKey(mention), mention]));
  const entries = await Promise.all(
    [...mentions].map(async ([key, mention]) => [key, await read(mention)] as const),
  );
  return new Map(entries);
}
