import { Component, type ComponentChild, type JSX } from 'preact';
import { memo } from '../memo.ts';
import { blockNodes } from './blockNodes.tsx';
import { type Block, MarkdownText } from './markdownText.ts';

/** A Markdown text that may grow. Only the blocks that changed are drawn again. */
export class MarkdownView extends Component<{ text: string }> {
  #text = new MarkdownText();

  override shouldComponentUpdate(next: { text: string }): boolean {
    return next.text !== this.props.text;
  }

  render(): JSX.Element {
    return (
      <div class="markdown">
        {this.#text.groups(this.props.text).map((blocks, index) => (
          <Group key={index} blocks={blocks} />
        ))}
      </div>
    );
  }
}

const Group = memo(({ blocks }: { blocks: readonly Block[] }): JSX.Element => (
  <div class="blocks">
    {blocks.map((block, index) => (
      <BlockView key={index} block={block} />
    ))}
  </div>
));

const BlockView = memo(({ block }: { block: Block }): ComponentChild => {
  // Link references show nothing themselves.
  const isHidden = block.tokens.every(({ hidden, nesting }) => hidden && nesting === 0);
  return isHidden ? null : <div class="block">{blockNodes(block)}</div>;
});
