import type { JSX } from 'preact';
import type { AgentEntry } from '../../../core/session/transcript/entry.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { linkTarget } from '../../markdown/linkTarget.ts';
import { MarkdownView } from '../../markdown/markdownView.tsx';
import { ImageView, AudioView } from '../../media/mediaView.tsx';
import { memo } from '../../ui/memo.ts';
import { sniffRasterImage } from '../../media/sniffRasterImage.ts';
import { t } from '../../ui/strings.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { RawText } from './rawText.tsx';

/** Of a longer resource the beginning is shown. */
const RESOURCE_LIMIT_CHARS = 200_000;

/** A content block of the protocol. */
export type ContentBlock = AgentEntry['blocks'][number];

/** One content block of the protocol, whatever it holds. */
export const ContentBlockView = memo(({ block }: { block: ContentBlock }): JSX.Element => {
  switch (block.type) {
    case 'text':
      return <MarkdownView text={block.text} />;
    case 'image':
      return <ImageView mimeType={block.mimeType} data={block.data} />;
    case 'audio':
      return <AudioView mimeType={block.mimeType} data={block.data} />;
    case 'resource_link':
      return <ResourceLink uri={block.uri} name={block.title ?? block.name} />;
    case 'resource':
      return <Resource resource={block.resource} />;
    default:
      return <span class="muted">{t('unknownBlock')}</span>; // A newer agent may know more kinds.
  }
});

/** The words in some blocks, for the clipboard. */
export function getText(blocks: readonly ContentBlock[]): string {
  return blocks.map(block => (block.type === 'text' ? block.text : '')).join('');
}

/** Something the conversation points to. */
export function ResourceLink({ uri, name }: { uri: string; name: string }): JSX.Element {
  const target = linkTarget(uri);
  const chip = (
    <>
      <Icon name={/^https?:/.test(uri) ? 'globe' : uri.endsWith('/') ? 'folder' : 'file'} />
      <span>{name || uri}</span>
    </>
  );
  return target === undefined ? (
    <span class="chip">{chip}</span>
  ) : (
    <Link class="chip" target={target}>
      {chip}
    </Link>
  );
}

type Embedded = Extract<ContentBlock, { type: 'resource' }>['resource'];

/** Something that came along with the conversation. */
function Resource({ resource }: { resource: Embedded }): JSX.Element {
  const name = getResourceName(resource.uri);
  if (!('text' in resource)) {
    return <Bytes resource={resource} name={name} />;
  }
  return (
    <Disclosure
      icon="file"
      head={t('resource', name)}
      body={() => <RawText text={resource.text} limitChars={RESOURCE_LIMIT_CHARS} />}
    />
  );
}

/** Bytes that came along: to be seen or heard if they are that, else where they come from. */
function Bytes(props: {
  resource: Exclude<Embedded, { text: string }>;
  name: string;
}): JSX.Element {
  const { uri, blob, mimeType } = props.resource;
  const link = <ResourceLink uri={uri} name={props.name} />;
  if (sniffRasterImage(blob)) {
    return (
      <>
        {link}
        <ImageView mimeType={mimeType ?? ''} data={blob} alt={props.name} />
      </>
    );
  }
  return mimeType?.startsWith('audio/') ? (
    <>
      {link}
      <AudioView mimeType={mimeType} data={blob} />
    </>
  ) : (
    link
  );
}

/** The last name in an address. */
export function getResourceName(uri: string): string {
  const path = uri.replace(/[?#].*$/, '').replace(/\/$/, '');
  const name = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name) || uri;
  } catch {
    return name || uri; // Not encoded: then it is already the name.
  }
}
