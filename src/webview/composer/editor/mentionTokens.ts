import type { Draft, DraftPart } from '../../../core/prompt/draft.ts';
import type { Mention } from '../../../core/prompt/mention/mention.ts';
import { mentionLabel } from '../../../core/prompt/mention/mentionLabel.ts';

/**
 * In the editor's text a mention is a short token between two characters that no text has. So undo, cut and paste move
 * mentions like text, and the text alone says where they stand. What a token means is kept here.
 */
export class MentionTokens {
  #mentions: Mention[] = [];
  /** What was cut or copied last: with its tokens, and as others get it. */
  #copied = { text: '', plain: '' };

  /** A token for a mention. */
  add(mention: Mention): string {
    this.#mentions.push(mention);
    return `${OPEN}${this.#mentions.length - 1}${CLOSE}`;
  }

  get(index: number): Mention | undefined {
    return this.#mentions[index];
  }

  /** Text for the clipboard: a mention reads as `@name` where only text can go. */
  copy(text: string): string {
    const plain = text.replaceAll(MENTION_TOKEN, (_, index: string) => {
      const mention = this.get(Number(index));
      return mention ? `@${mentionLabel(mention)}` : '';
    });
    this.#copied = { text, plain };
    return plain;
  }

  /** Text from the clipboard: what was copied here has its mentions again. */
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

// Unicode keeps these two for a program's own use. Private characters are not free: terminals have their signs there.
const OPEN = '\uFFFE';
const CLOSE = '\uFFFF';

/** A token in the editor's text. */
export const MENTION_TOKEN = /\uFFFE(\d+)\uFFFF/g;

/** Text from elsewhere: it must not be able to make a token, and its lines end as the editor counts them. */
export const toEditorText = (text: string): string =>
  text.replaceAll(/[\uFFFE\uFFFF]/g, '').replaceAll(/\r\n?/g, '\n');
