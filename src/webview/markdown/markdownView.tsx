import { Component, type JSX } from 'preact';
import { BlockGroup } from './blockGroup.tsx';
import { MarkdownText } from './markdownText.ts';

/** Groups at the end that are drawn at once: more than anybody sees without scrolling. */
const LAST_GROUPS = 3;

/** A Markdown text that may grow. Only the blocks that changed are drawn again. */
export class MarkdownView extends Component<{ text: string }> {
  #text = new MarkdownText();

  override shouldComponentUpdate(next: { text: string }): boolean {
    return next.text !== this.props.text;
  }

  render(): JSX.Element {
    const groups = this.#text.groups(this.props.text);
    return (
      <div class="markdown">
        {groups.map((blocks, index) => (
          <BlockGroup key={index} blocks={blocks} isLast={index >= groups.length - LAST_GROUPS} />
        ))}
      </div>
    );
  }
}
