import type { Token } from 'markdown-it';
import type { ComponentChild, ComponentChildren } from 'preact';
import { Link } from '../ui/link.tsx';
import { ImageView } from '../media/mediaView.tsx';
import { t } from '../ui/strings.ts';
import { getMismatchedHost, linkTarget } from './linkTarget.ts';
import { TokenReader } from './tokenReader.ts';

/** Renders inline tokens. Text stays text and never becomes markup. */
export function renderInline(tokens: readonly Token[]): ComponentChildren {
  return new InlineReader(tokens).read();
}

/** Opening tokens and their elements. */
const elements: Readonly<Record<string, 'em' | 'strong' | 's'>> = {
  em_open: 'em',
  strong_open: 'strong',
  s_open: 's',
};

class InlineReader extends TokenReader {
  protected override node(token: Token): ComponentChild {
    const Element = elements[token.type];
    if (Element) {
      return <Element>{this.read()}</Element>;
    }
    switch (token.type) {
      case 'softbreak':
        return '\n';
      case 'hardbreak':
        return <br />;
      case 'code_inline':
        return <code>{token.content}</code>;
      case 'link_open':
        return this.#link(token);
      case 'image':
        return imageNode(token);
      default:
        return token.nesting > 0 ? this.read() : token.content;
    }
  }

  #link(token: Token): ComponentChild {
    const { nodes: children, tokens } = this.readWithTokens();
    const text = plainText(tokens);
    const target = linkTarget(String(token.attrGet('href') ?? ''));
    if (target === undefined) {
      return children;
    }
    const host = getMismatchedHost(text, target);
    return (
      <>
        <Link target={target}>{children}</Link>
        {host === undefined ? null : <span class="link-host"> ({host})</span>}
      </>
    );
  }
}

/** Images are only shown if the message contains them: nothing is loaded from the network. */
function imageNode(token: Token): ComponentChild {
  const source = String(token.attrGet('src') ?? '');
  const alt = token.content;
  const [, mimeType, data] = /^data:([\w/+.-]+);base64,(.*)$/s.exec(source) ?? [];
  if (mimeType !== undefined && data !== undefined) {
    return <ImageView mimeType={mimeType} data={data} alt={alt} />;
  }
  const target = linkTarget(source);
  const label = t('remoteImage', alt || source.slice(0, 200));
  return target === undefined ? (
    <span class="muted">{label}</span>
  ) : (
    <Link target={target}>{label}</Link>
  );
}

const plainText = (tokens: readonly Token[]): string => tokens.map(token => token.content).join('');
