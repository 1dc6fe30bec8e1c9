import type { Draft, Part } from '../../core/prompt/draft.ts';
import type { Mention } from '../../core/prompt/mention.ts';

/**
 * In the editor's text a mention is a short token between two private characters. So undo, cut and paste move
 * mentions like text, and the text alone says where they stand. What a token means is kept here.
 */
export class MentionTokens {
  #mentions: Mention[] = [];

  /** A token for a mention. */
  add(mention: Mention): string {
    this.#mentions.push(mention);
    return `${OPEN}${this.#mentions.length - 1}${CLOSE}`;
  }

  get(index: number): Mention | undefined {
    return this.#mentions[index];
  }

  textOf(draft: Draft): string {
    return draft
      .map(part => (part.kind === 'text' ? withoutTokens(part.text) : this.add(part.mention)))
      .join('');
  }

  draftOf(text: string): Draft {
    const parts: Part[] = [];
    let from = 0;
    for (const { index, 0: token, 1: number } of text.matchAll(TOKEN)) {
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

const OPEN = '\uE0A0';
const CLOSE = '\uE0A1';

/** A token in the editor's text. */
export const TOKEN = /\uE0A0(\d+)\uE0A1/g;

/** Text from elsewhere must not be able to make a token. */
export const withoutTokens = (text: string): string => text.replaceAll(/[\uE0A0\uE0A1]/g, '');
