import { Component, type JSX } from 'preact';
import { frameBudget } from '../state/frameBudget.ts';
import { BlockGroup } from './blockGroup.tsx';
import { IncrementalMarkdown } from './incrementalMarkdown.ts';

/** Groups at the end that are drawn at once: more blocks than most windows show. If a window shows more, they come in the next frame. */
const LAST_GROUPS = 2;

/** A Markdown text that may grow. Only the blocks that changed are drawn again; of a flood, as much as a frame has time for. */
export class MarkdownView extends Component<{ text: string }> {
  #text = new IncrementalMarkdown();
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
    const groups = this.#text.groups(this.props.text, frameBudget.hasTimeLeft);
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
    if (!this.#text.isComplete) {
      this.#next = requestAnimationFrame(frame => {
        frameBudget.beginFrame(frame);
        this.forceUpdate();
      });
    }
  }
}
