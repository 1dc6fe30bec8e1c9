import type { Token } from 'markdown-it';
import type { ComponentChild } from 'preact';

/** Walks a flat list of opening and closing tokens as the tree that they stand for. */
export abstract class TokenReader {
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** The nodes up to the end, or up to the token that closes what has been opened. */
  read(): ComponentChild[] {
    const nodes: ComponentChild[] = [];
    for (let token = this.take(); token && token.nesting >= 0; token = this.take()) {
      nodes.push(this.node(token));
    }
    return nodes;
  }

  protected take(): Token | undefined {
    return this.#tokens[this.#next++];
  }

  /** The node of a token that opens something or stands alone. */
  protected abstract node(token: Token): ComponentChild;

  /** What `read` gives, and the tokens it went through. */
  protected readWithTokens(): {
    readonly nodes: ComponentChild[];
    readonly tokens: readonly Token[];
  } {
    const from = this.#next;
    const nodes = this.read();
    return { nodes, tokens: this.#tokens.slice(from, this.#next) };
  }

  /** The token `count` behind the next one, left where it is. */
  protected lookAhead(count: number): Token | undefined {
    return this.#tokens[this.#next + count];
  }
}
