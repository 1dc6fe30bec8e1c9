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

/** Only the beginning of a longer resource is shown. */
const RESOURCE_LIMIT_CHARS = 200_000;

export type ContentBlock = AgentEntry['blocks'][number];

/** Renders a content block of the protocol. One that is not meant for the user, or optional, is collapsed. */
export const ContentBlockView = memo(({ block }: { block: ContentBlock }): JSX.Element =>
  block.annotations ? (
    <Disclosure
      icon="info"
      head={t(block.annotations.audience ? 'notForUser' : 'optionalContent')}
      body={() => blockNode(block)}
    />
  ) : (
    blockNode(block)
  ),
);

function blockNode(block: ContentBlock): JSX.Element {
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
      return <span class="muted">{t('unknownBlock')}</span>; // A kind of block that a newer agent may send.
  }
}

/** The text of some blocks, for the clipboard. */
export function getText(blocks: readonly ContentBlock[]): string {
  return blocks.map(block => (block.type === 'text' ? block.text : '')).join('');
}

/** A link to a resource, shown as a chip. */
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

/** An embedded binary resource: an image or audio clip is shown, for others only the link. */
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

/** The last segment of the path of a URI. */
export function getResourceName(uri: string): string {
  const path = uri.replace(/[?#].*$/, '').replace(/\/$/, '');
  const name = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name) || uri;
  } catch {
    return name || uri; // Not encoded.
  }
}
