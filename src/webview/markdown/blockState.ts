import MarkdownIt, { type Token } from 'markdown-it';

/**
 * A parser state that creates tokens in one step. The class of markdown-it assigns each field through a helper, which
 * takes longer than the rest of parsing for a long text.
 */
export class BlockState extends MarkdownIt.StateBlock {
  override push(type: string, tag: string, nesting: Token['nesting']): Token {
    const token = new BlockToken(type, tag, nesting);
    this.level -= nesting < 0 ? 1 : 0;
    token.level = this.level;
    this.level += nesting > 0 ? 1 : 0;
    this.tokens.push(token);
    return token;
  }
}

class BlockToken implements Token {
  type: string;
  tag: string;
  attrs: Token['attrs'] = null;
  map: Token['map'] = null;
  nesting: Token['nesting'];
  level = 0;
  children: Token[] | null = null;
  content = '';
  markup = '';
  info = '';
  meta: Token['meta'] = null;
  block = true;
  hidden = false;

  constructor(type: string, tag: string, nesting: Token['nesting']) {
    this.type = type;
    this.tag = tag;
    this.nesting = nesting;
  }

  attrIndex(name: string): number {
    return this.attrs?.findIndex(([known]) => known === name) ?? -1;
  }

  attrPush(attribute: [string, string | number]): void {
    this.attrs = [...(this.attrs ?? []), attribute];
  }

  attrSet(name: string, value: string | number): void {
    this.attrs = [...(this.attrs ?? []).filter(([known]) => known !== name), [name, value]];
  }

  attrGet(name: string): string | number | null {
    return this.attrs?.find(([known]) => known === name)?.[1] ?? null;
  }

  attrJoin(name: string, value: string | number): void {
    const before = this.attrGet(name);
    this.attrSet(name, before === null ? value : `${before} ${value}`);
  }
}
