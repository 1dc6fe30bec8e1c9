import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { Attachment } from './attachment.ts';
import type { Mention } from './mention/mention.ts';
import { mentionLabel } from './mention/mentionLabel.ts';
import { mentionUri } from './mention/mentionUri.ts';
import { getMimeType } from './media/mimeType.ts';
import { utf8ByteLength } from '../text/byteSize.ts';
import { uriBasename } from './mention/uri.ts';

/** A link with everything that is known about the target without reading it. */
export function resourceLink(mention: Mention, attachment: Attachment): ContentBlock {
  const mimeType = linkType(mention, attachment);
  const size = linkSize(mention, attachment);
  const title = 'title' in attachment ? attachment.title : undefined;
  const description = attachment.kind === 'link' ? attachment.description : undefined;
  return {
    type: 'resource_link',
    uri: mentionUri(mention),
    name: mention.kind === 'folder' ? uriBasename(mention.uri) : mentionLabel(mention),
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(size === undefined ? {} : { size }),
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
  };
}

function linkType(mention: Mention, attachment: Attachment): string | undefined {
  if (mention.kind === 'folder') {
    return 'inode/directory';
  }
  if ('mimeType' in attachment && attachment.mimeType !== undefined) {
    return attachment.mimeType;
  }
  return mention.kind === 'file' ? getMimeType(uriBasename(mention.uri)) : undefined;
}

function linkSize(mention: Mention, attachment: Attachment): number | undefined {
  if (attachment.kind === 'text') {
    return mention.kind === 'file' ? utf8ByteLength(attachment.text) : undefined;
  }
  return 'sizeBytes' in attachment ? attachment.sizeBytes : undefined;
}
