import type { ContentBlock } from '@agentclientprotocol/sdk';
import { asList, asNumber, asRecord, asString, type JsonObject } from '../../json.ts';
import { t } from '../../l10n.ts';

/** Reads a content block, with the note that it is not meant for the user, or optional, if it has one. */
export function parseContent(raw: unknown): ContentBlock | undefined {
  const block = parseBlock(asRecord(raw));
  const annotations = parseAnnotations(asRecord(asRecord(raw)?.['annotations']));
  return block && annotations ? { ...block, annotations } : block;
}

/** What is not for the user, and what has the priority 0, which means entirely optional, is collapsed. */
function parseAnnotations(raw: JsonObject | undefined): ContentBlock['annotations'] {
  const audience = asList(raw?.['audience'], asString) ?? [];
  if (audience.length > 0 && !audience.includes('user')) {
    return { audience: ['assistant'] };
  }
  return raw?.['priority'] === 0 ? { priority: 0 } : undefined;
}

/** A block of an unknown type becomes a line of text that names the type. */
function parseBlock(block: JsonObject | undefined): ContentBlock | undefined {
  const type = asString(block?.['type']);
  if (!block || type === undefined) {
    return undefined;
  }
  switch (type) {
    case 'text':
      return textBlock(block);
    case 'image':
    case 'audio':
      return mediaBlock(block, type);
    case 'resource_link':
      return linkBlock(block);
    case 'resource':
      return resourceBlock(block);
    default:
      return { type: 'text', text: t('[unknown content type "{0}"]', type.slice(0, 40)) };
  }
}

function textBlock(block: JsonObject): ContentBlock | undefined {
  const text = asString(block['text']);
  return text === undefined ? undefined : { type: 'text', text };
}

function mediaBlock(block: JsonObject, type: 'image' | 'audio'): ContentBlock | undefined {
  const data = asString(block['data']);
  const mimeType = asString(block['mimeType']);
  if (data === undefined || mimeType === undefined) {
    return undefined;
  }
  const uri = asString(block['uri']);
  return type === 'image'
    ? { type, data, mimeType, ...(uri ? { uri } : {}) }
    : { type, data, mimeType };
}

function linkBlock(block: JsonObject): ContentBlock | undefined {
  const uri = asString(block['uri']);
  if (uri === undefined) {
    return undefined;
  }
  const mimeType = asString(block['mimeType']);
  const title = asString(block['title']);
  const description = asString(block['description']);
  const size = asNumber(block['size']);
  return {
    type: 'resource_link',
    uri,
    name: asString(block['name']) ?? uri,
    ...(mimeType ? { mimeType } : {}),
    ...(title ? { title } : {}),
    ...(description ? { description } : {}),
    ...(size === undefined ? {} : { size }),
  };
}

function resourceBlock(block: JsonObject): ContentBlock | undefined {
  const resource = asRecord(block['resource']);
  const uri = asString(resource?.['uri']);
  const text = asString(resource?.['text']);
  const blob = asString(resource?.['blob']);
  const mimeType = asString(resource?.['mimeType']);
  if (uri === undefined || (text === undefined && blob === undefined)) {
    return undefined;
  }
  const mime = mimeType ? { mimeType } : {};
  return {
    type: 'resource',
    resource: text === undefined ? { uri, blob: blob ?? '', ...mime } : { uri, text, ...mime },
  };
}
