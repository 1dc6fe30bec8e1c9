import { Component, type JSX } from 'preact';
import { frameTime } from '../frameTime.ts';
import { BlockGroup } from './blockGroup.tsx';
import { MarkdownText } from './markdownText.ts';

/** Groups at the end that are drawn at once: more blocks than most windows show. If a window shows more, they come in the next frame. */
const LAST_GROUPS = 2;

/** A Markdown text that may grow. Only the blocks that changed are drawn again; of a flood, as much as a frame has time for. */
export class MarkdownView extends Component<{ text: string }> {
  #text = new MarkdownText();
  #next = 0;

  override shouldComponentUpdate(next: { text: string }): boolean {
    return next.text !== this.props.text;
  }

  override componentDidMount(): void {
    this.#goOn();
  }

  override componentDidUpdate(): void {
    this.#goOn();
  }

  override componentWillUnmount(): void {
    cancelAnimationFrame(this.#next);
  }

  render(): JSX.Element {
    const groups = this.#text.groups(this.props.text, frameTime.isLeft);
    return (
      <div class="markdown">
        {groups.map((blocks, index) => (
          <BlockGroup key={index} blocks={blocks} isLast={index >= groups.length - LAST_GROUPS} />
        ))}
      </div>
    );
  }

  /** What there was no time for comes with the next frame. */
  #goOn(): void {
    cancelAnimationFrame(this.#next);
    if (!this.#text.isWhole) {
      this.#next = requestAnimationFrame(frame => {
        frameTime.begin(frame);
        this.forceUpdate();
      });
    }
  }
}
