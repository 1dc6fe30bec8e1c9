import type { Token } from 'markdown-it';
import type { ComponentChild } from 'preact';

/** Walks a flat list of opening and closing tokens as a tree. */
export abstract class TokenReader {
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** The nodes up to the end or to the matching closing token. */
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

  /** Renders an opening or self-contained token. */
  protected abstract node(token: Token): ComponentChild;

  /** The result of `read`, and the tokens it consumed. */
  protected readWithTokens(): {
    readonly nodes: ComponentChild[];
    readonly tokens: readonly Token[];
  } {
    const from = this.#next;
    const nodes = this.read();
    return { nodes, tokens: this.#tokens.slice(from, this.#next) };
  }

  /** The token `count` positions after the next one, which is not consumed. */
  protected lookAhead(count: number): Token | undefined {
    return this.#tokens[this.#next + count];
  }
}
