import { Component, type JSX } from 'preact';
import { frameBudget } from '../state/frameBudget.ts';
import { BlockGroup } from './blockGroup.tsx';
import { IncrementalMarkdown } from './incrementalMarkdown.ts';

/** Groups at the end that are rendered immediately: more blocks than most windows show. */
const LAST_GROUPS = 2;

/** A Markdown text that may grow. Only changed blocks are rendered again, and only as many as fit into the frame. */
export class MarkdownView extends Component<{ text: string }> {
  #text = new IncrementalMarkdown();
  #nextFrame = 0;

  override shouldComponentUpdate(next: { text: string }): boolean {
    return next.text !== this.props.text;
  }

  override componentDidMount(): void {
    this.#continue();
  }

  override componentDidUpdate(): void {
    this.#continue();
  }

  override componentWillUnmount(): void {
    cancelAnimationFrame(this.#nextFrame);
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

  /** Continues in the next frame with what did not fit into this one. */
  #continue(): void {
    cancelAnimationFrame(this.#nextFrame);
    if (!this.#text.isComplete) {
      this.#nextFrame = requestAnimationFrame(frame => {
        frameBudget.beginFrame(frame);
        this.forceUpdate();
      });
    }
  }
}
