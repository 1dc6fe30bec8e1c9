import { Component, type ComponentChild, type JSX } from 'preact';
import { blockNodes } from './blockNodes.tsx';
import { type Block, MarkdownText } from './markdownText.ts';

/** A Markdown text that may grow. Only the blocks that changed are drawn again. */
export class MarkdownView extends Component<{ text: string }> {
  #text = new MarkdownText();
  #drawn = new WeakMap<Block, ComponentChild>();

  override shouldComponentUpdate(next: { text: string }): boolean {
    return next.text !== this.props.text;
  }

  render(): JSX.Element {
    return <div class="markdown">{this.#text.blocks(this.props.text).map(this.#draw)}</div>;
  }

  /** The same block gives the same node, which Preact then passes over. */
  #draw = (block: Block, index: number): ComponentChild => {
    if (block.tokens.every(({ hidden, nesting }) => hidden && nesting === 0)) {
      return null; // Link references show nothing themselves.
    }
    const drawn = this.#drawn.get(block) ?? (
      <div class="block" key={index}>
        {blockNodes(block)}
      </div>
    );
    this.#drawn.set(block, drawn);
    return drawn;
  };
}
