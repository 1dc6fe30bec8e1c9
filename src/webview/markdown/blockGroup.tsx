import { Component, type ComponentChild, type JSX } from 'preact';
import { memo } from '../memo.ts';
import { blockNodes } from './blockNodes.tsx';
import { type LateGroup, lateGroups } from './lateGroups.ts';
import type { Block } from './markdownText.ts';

/** About how high text is, for a group that has not been drawn yet. */
const PX_PER_CHAR = 0.4;
/** A group that is not full will change soon: it is no use to take it away. */
const FULL_BLOCKS = 40;

interface Props {
  readonly blocks: readonly Block[];
  /** It is near the end of the text, where the user reads: it is drawn at once. */
  readonly isLast: boolean;
}

/** Some blocks of a text. Those far from the end of a long text are drawn when there is time, or when they come near. */
export class BlockGroup
  extends Component<Props, { readonly isDrawn: boolean }>
  implements LateGroup
{
  override state = { isDrawn: this.props.isLast };
  element: HTMLDivElement | null = null;
  #heightPx: number | undefined;

  get isDrawn(): boolean {
    return this.state.isDrawn || this.props.isLast;
  }

  draw(isDrawn: boolean): void {
    if (isDrawn !== this.state.isDrawn) {
      this.#heightPx = isDrawn ? undefined : this.element?.offsetHeight;
      this.setState({ isDrawn });
    }
  }

  override shouldComponentUpdate(next: Props, state: { readonly isDrawn: boolean }): boolean {
    return next.blocks !== this.props.blocks || state.isDrawn !== this.state.isDrawn;
  }

  override componentDidMount(): void {
    this.#join();
  }

  override componentDidUpdate(): void {
    this.#join();
  }

  override componentWillUnmount(): void {
    lateGroups.remove(this);
  }

  render({ blocks }: Props): JSX.Element {
    return this.isDrawn ? (
      <div class="blocks" ref={this.#hold}>
        {blocks.map((block, index) => (
          <BlockView key={index} block={block} />
        ))}
      </div>
    ) : (
      <div class="blocks" ref={this.#hold} style={{ height: `${this.#height()}px` }} />
    );
  }

  #joined = false;

  #join(): void {
    if (!this.#joined && this.props.blocks.length >= FULL_BLOCKS) {
      this.#joined = true;
      lateGroups.add(this);
    }
  }

  #hold = (element: HTMLDivElement | null): void => {
    this.element = element ?? this.element;
  };

  #height(): number {
    const chars = this.props.blocks.reduce((sum, { source }) => sum + source.length, 0);
    return this.#heightPx ?? Math.round(chars * PX_PER_CHAR);
  }
}

const BlockView = memo(({ block }: { block: Block }): ComponentChild => {
  // Link references show nothing themselves.
  const isHidden = block.tokens.every(({ hidden, nesting }) => hidden && nesting === 0);
  return isHidden ? null : <div class="block">{blockNodes(block)}</div>;
});
