import { Component, type ComponentChild, type JSX } from 'preact';
import { memo } from '../ui/memo.ts';
import { renderBlock } from './renderBlock.tsx';
import { type LazyGroup, lazyGroups } from './lazyGroups.ts';
import { type MarkdownBlock, GROUP_BLOCKS } from './incrementalMarkdown.ts';

/** Estimates the height of a group that has not been rendered yet. */
const PX_PER_CHAR = 0.4;

interface Props {
  readonly blocks: readonly MarkdownBlock[];
  /** Whether it is near the end of the text, where the user reads: it is rendered immediately. */
  readonly isLast: boolean;
}

/**
 * A group of blocks. In a long text, groups far from the end are rendered when the page is idle or when they come near
 * the viewport.
 */
export class BlockGroup extends Component<Props> implements LazyGroup {
  element: HTMLDivElement | null = null;
  #isRendered = this.props.isLast;
  /** Whether it was rendered before: the browser remembers its height. */
  #wasRendered = this.props.isLast;
  #isRegistered = false;

  get isRendered(): boolean {
    return this.#isRendered;
  }

  get isLast(): boolean {
    return this.props.isLast;
  }

  setRendered(isRendered: boolean): void {
    if (isRendered !== this.#isRendered) {
      this.#isRendered = isRendered;
      this.#wasRendered = true;
      this.forceUpdate();
    }
  }

  override shouldComponentUpdate(next: Props): boolean {
    return next.blocks !== this.props.blocks;
  }

  override componentDidMount(): void {
    this.#register();
  }

  override componentDidUpdate(): void {
    this.#register();
  }

  override componentWillUnmount(): void {
    lazyGroups.remove(this);
  }

  render({ blocks, isLast }: Props): JSX.Element {
    this.#isRendered ||= isLast;
    const nodes = this.#isRendered
      ? blocks.map((block, index) => <BlockView key={index} block={block} />)
      : null;
    const style = this.#isRendered || this.#wasRendered ? {} : { height: `${heightOf(blocks)}px` };
    return (
      <div class="blocks" ref={this.#setElement} style={style}>
        {nodes}
      </div>
    );
  }

  /** A group that is not full will change soon, so it is never removed from the page. */
  #register(): void {
    if (!this.#isRegistered && this.props.blocks.length >= GROUP_BLOCKS) {
      this.#isRegistered = true;
      lazyGroups.add(this);
    }
  }

  #setElement = (element: HTMLDivElement | null): void => {
    this.element = element ?? this.element;
  };
}

const heightOf = (blocks: readonly MarkdownBlock[]): number =>
  Math.round(PX_PER_CHAR * blocks.reduce((sum, { source }) => sum + source.length, 0));

const BlockView = memo(({ block }: { block: MarkdownBlock }): ComponentChild => {
  // Link references render nothing.
  const isHidden = block.tokens.every(({ hidden, nesting }) => hidden && nesting === 0);
  return isHidden ? null : <div class="block">{renderBlock(block)}</div>;
});
