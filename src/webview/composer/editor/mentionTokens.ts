import type { Draft, DraftPart } from '../../../core/prompt/draft.ts';
import type { Mention } from '../../../core/prompt/mention/mention.ts';
import { mentionLabel } from '../../../core/prompt/mention/mentionLabel.ts';

/**
 * In the text of the editor a mention is a short token between two noncharacters. Undo, cut and paste therefore treat
 * mentions like text. This class maps tokens to mentions.
 */
export class MentionTokens {
  #mentions: Mention[] = [];
  /** The last copied text: with its tokens, and as plain text. */
  #copied = { text: '', plain: '' };

  /** Creates a token for a mention. */
  add(mention: Mention): string {
    this.#mentions.push(mention);
    return `${OPEN}${this.#mentions.length - 1}${CLOSE}`;
  }

  get(index: number): Mention | undefined {
    return this.#mentions[index];
  }

  /** Text for the clipboard, with mentions as `@name`. */
  copy(text: string): string {
    const plain = text.replaceAll(MENTION_TOKEN, (_, index: string) => {
      const mention = this.get(Number(index));
      return mention ? `@${mentionLabel(mention)}` : '';
    });
    this.#copied = { text, plain };
    return plain;
  }

  /** Text from the clipboard; text copied here gets its mentions back. */
  paste(text: string): string {
    const isOurs = text.replaceAll('\r\n', '\n') === this.#copied.plain;
    return isOurs ? this.#copied.text : toEditorText(text);
  }

  toText(draft: Draft): string {
    return draft
      .map(part => (part.kind === 'text' ? toEditorText(part.text) : this.add(part.mention)))
      .join('');
  }

  toDraft(text: string): Draft {
    const parts: DraftPart[] = [];
    let from = 0;
    for (const { index, 0: token, 1: number } of text.matchAll(MENTION_TOKEN)) {
      const mention = this.get(Number(number));
      parts.push({ kind: 'text', text: text.slice(from, index) });
      if (mention) {
        parts.push({ kind: 'mention', mention });
      }
      from = index + token.length;
    }
    parts.push({ kind: 'text', text: text.slice(from) });
    return parts.filter(part => part.kind === 'mention' || part.text !== '');
  }
}

// Unicode noncharacters, which are reserved for internal use. Private use characters do occur in text, for example in
// terminal fonts.
const OPEN = '\uFFFE';
const CLOSE = '\uFFFF';

/** A token in the text of the editor. */
export const MENTION_TOKEN = /\uFFFE(\d+)\uFFFF/g;

/** Removes token characters from foreign text and normalizes its line endings. */
export const toEditorText = (text: string): string =>
  text.replaceAll(/[\uFFFE\uFFFF]/g, '').replaceAll(/\r\n?/g, '\n');
