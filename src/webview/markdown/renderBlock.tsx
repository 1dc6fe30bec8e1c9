import type { Token } from 'markdown-it';
import type { ComponentChild } from 'preact';
import { parseCodeBlockPath } from '../../core/chat/parseCodeBlockPath.ts';
import { t } from '../ui/strings.ts';
import { CodeBlock } from '../code/codeBlock.tsx';
import { renderInline } from './renderInline.tsx';
import { type MarkdownBlock, headingLevel } from './incrementalMarkdown.ts';
import { inlineTokens, NESTING_LIMIT, type LinkReferences } from './parser.ts';
import { TokenReader } from './tokenReader.ts';

/** A paragraph, list or table longer than this is shown as plain text; code has no such limit. */
const BLOCK_LIMIT_CHARS = 50_000;
/** A block of more pieces than this is shown as plain text. */
const BLOCK_LIMIT_TOKENS = 6_000;
/** A cell with more than this gets room for a few words in a line. */
const SHORT_CELL_CHARS = 30;

/** A block as nodes; beyond the limits, as the plain text it was written as. */
export function renderBlock(block: MarkdownBlock): ComponentChild {
  return isTooMuch(block) ? (
    <pre class="plain" tabIndex={0}>
      {block.source}
    </pre>
  ) : (
    new BlockReader(block).read()
  );
}

function isTooMuch({ source, tokens }: MarkdownBlock): boolean {
  const first = tokens[0]?.type;
  if (first === 'fence' || first === 'code_block') {
    return false;
  }
  return (
    source.length > BLOCK_LIMIT_CHARS ||
    tokens.length > BLOCK_LIMIT_TOKENS ||
    tokens.some(token => token.level >= NESTING_LIMIT - 1)
  );
}

type Container = 'blockquote' | 'ul' | 'thead' | 'tbody' | 'tr';

/** Opening tokens that stand for an element and say no more. */
const containers: Readonly<Record<string, Container>> = {
  blockquote_open: 'blockquote',
  bullet_list_open: 'ul',
  thead_open: 'thead',
  tbody_open: 'tbody',
  tr_open: 'tr',
};

class BlockReader extends TokenReader {
  #references: LinkReferences;
  /** The level of the last heading. */
  #level: number;
  /** How many list items what comes stands in. */
  #items = 0;
  /** The mark of a task, which is shown as a box and not as text. */
  #skipped: { readonly token: Token; readonly chars: number } | undefined;

  constructor(block: MarkdownBlock) {
    super(block.tokens);
    this.#references = block.references;
    this.#level = block.parentLevel;
  }

  protected override node(token: Token): ComponentChild {
    const Element = containers[token.type];
    if (Element) {
      return <Element>{this.read()}</Element>;
    }
    switch (token.type) {
      case 'inline':
        return renderInline(inlineTokens(this.#textIn(token), this.#references));
      case 'paragraph_open':
        return token.hidden ? this.read() : this.#paragraph();
      case 'heading_open':
        return this.#heading(token);
      case 'ordered_list_open':
        return <ol start={Number(token.attrGet('start') ?? 1)}>{this.read()}</ol>;
      case 'list_item_open':
        return this.#item();
      case 'hr':
        return <hr />;
      case 'fence':
      case 'code_block':
        return (
          <CodeBlock
            text={token.content}
            language={languageOf(token.info)}
            file={parseCodeBlockPath(token.info)}
          />
        );
      default:
        return this.#tableNode(token);
    }
  }

  /** The answer is a part of the page, so its headings start below the page's own. */
  #heading(token: Token): ComponentChild {
    this.#level = headingLevel(token, this.#level);
    return (
      <div class={`heading ${token.tag}`} role="heading" aria-level={this.#level} dir="auto">
        {this.read()}
      </div>
    );
  }

  /** An item has one direction, which its first words give it. */
  #paragraph(): ComponentChild {
    return this.#items > 0 ? <p>{this.read()}</p> : <p dir="auto">{this.read()}</p>;
  }

  #item(): ComponentChild {
    const task = this.#takeTask();
    this.#items += 1;
    const children = this.read();
    this.#items -= 1;
    return task === undefined ? (
      <li dir="auto">{children}</li>
    ) : (
      <li class="task" dir="auto">
        <input
          type="checkbox"
          disabled
          checked={task}
          aria-label={task ? t('stepDone') : t('stepPending')}
        />
        {children}
      </li>
    );
  }

  #textIn(token: Token): string {
    return this.#skipped?.token === token
      ? token.content.slice(this.#skipped.chars)
      : token.content;
  }

  /** Whether the item begins with `[x]` or `[ ]`, which is then taken away. */
  #takeTask(): boolean | undefined {
    const inline = this.lookAhead(1);
    const [mark, done] = (inline?.type === 'inline' && /^\[([ xX])\]\s/.exec(inline.content)) || [];
    if (inline === undefined || mark === undefined) {
      return undefined;
    }
    this.#skipped = { token: inline, chars: mark.length };
    return done !== ' ';
  }

  #tableNode(token: Token): ComponentChild {
    switch (token.type) {
      case 'table_open':
        return (
          <div class="table" role="group" aria-label={t('table')} tabIndex={0}>
            <table>{this.read()}</table>
          </div>
        );
      case 'th_open':
        return (
          <th scope="col" class={this.#cellClass(token)} dir="auto">
            {this.read()}
          </th>
        );
      case 'td_open':
        return (
          <td class={this.#cellClass(token)} dir="auto">
            {this.read()}
          </td>
        );
      default:
        return token.nesting > 0 ? this.read() : token.content;
    }
  }

  #cellClass(token: Token): string {
    const isLong = (this.lookAhead(0)?.content.length ?? 0) > SHORT_CELL_CHARS;
    return `${alignment(token)}${isLong ? ' long' : ''}`.trim();
  }
}

const alignment = (token: Token): string =>
  /text-align:(left|center|right)/.exec(String(token.attrGet('style') ?? ''))?.[1] ?? '';

const languageOf = (info: string): string => /^[\w+#.-]{1,30}/.exec(info.trim())?.[0] ?? '';
