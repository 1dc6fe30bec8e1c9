import type { Token } from 'markdown-it';
import type { ComponentChild } from 'preact';
import { parseCodeBlockPath } from '../../core/chat/parseCodeBlockPath.ts';
import { t } from '../ui/strings.ts';
import { CodeBlock } from '../code/codeBlock.tsx';
import { renderInline } from './renderInline.tsx';
import { type MarkdownBlock, headingLevel } from './incrementalMarkdown.ts';
import { inlineTokens, NESTING_LIMIT, type LinkReferences } from './parser.ts';
import { TokenReader } from './tokenReader.ts';

/** A longer paragraph, list or table is shown as plain text; code has no such limit. */
const BLOCK_LIMIT_CHARS = 50_000;
/** A block with more tokens is shown as plain text. */
const BLOCK_LIMIT_TOKENS = 6_000;
/** A longer cell gets a minimum width of a few words. */
const SHORT_CELL_CHARS = 30;

/** Renders a block; beyond the limits, as its plain source. */
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

/** Opening tokens that map to an element without attributes. */
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
  /** The nesting depth of list items. */
  #items = 0;
  /** The marker of a task, which is rendered as a checkbox instead of text. */
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

  /** The answer is a part of the page, so its headings are below the heading of the page. */
  #heading(token: Token): ComponentChild {
    this.#level = headingLevel(token, this.#level);
    return (
      <div class={`heading ${token.tag}`} role="heading" aria-level={this.#level} dir="auto">
        {this.read()}
      </div>
    );
  }

  /** A list item has one text direction, which its first words determine. */
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

  /** Removes a leading `[x]` or `[ ]` from the item. Returns whether it was checked; `undefined` without one. */
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
