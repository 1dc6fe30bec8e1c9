import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ContentBlock } from '@agentclientprotocol/sdk';
import { type SourceFile, toSourceFile } from './sourceFile.ts';

/** The slash commands of the demo. */
export const DEMO_COMMANDS = [
  { name: 'explain', description: 'Read a file and explain its shape', hint: 'a file, or nothing' },
  { name: 'edit', description: 'Propose an edit with several hunks', hint: 'a file, or nothing' },
  { name: 'run', description: 'Run a command in a terminal', hint: 'a command, or nothing' },
] as const;

export type DemoCommandName = (typeof DEMO_COMMANDS)[number]['name'];

/** A parsed prompt. */
export interface DemoRequest {
  readonly command: DemoCommandName | undefined;
  /** The text without the command. */
  readonly text: string;
  readonly attachments: readonly DemoAttachment[];
}

/** An attachment, as the demo lists it. */
export interface DemoAttachment {
  readonly name: string;
  readonly detail: string;
  readonly path: string | undefined;
}

/** Parses the blocks of a prompt into a command, its text and the attachments. */
export function parseDemoRequest(blocks: readonly ContentBlock[]): DemoRequest {
  const text = blocks
    .flatMap(block => (block.type === 'text' ? [block.text] : []))
    .join('')
    .trim();
  const [, name, rest] = /^\/(\w+)(?:\s+([\s\S]*))?$/.exec(text) ?? [];
  const command = DEMO_COMMANDS.find(known => known.name === name)?.name;
  return {
    command,
    text: command === undefined ? text : (rest ?? '').trim(),
    attachments: blocks.flatMap(block => attached(block) ?? []),
  };
}

/** The file that the request names, or else the first attached one. */
export function findRequestedFile(cwd: string, request: DemoRequest): SourceFile | undefined {
  const named = /^[^\s`]+\.\w+$/.test(request.text) ? [request.text] : [];
  const paths = [...named, ...request.attachments.flatMap(({ path }) => path ?? [])];
  return paths
    .map(path => toSourceFile(cwd, isAbsolute(path) ? path : join(cwd, path)))
    .find(file => file !== undefined);
}

function attached(block: ContentBlock): DemoAttachment | undefined {
  switch (block.type) {
    case 'text':
      return undefined;
    case 'resource': {
      const { uri } = block.resource;
      const length =
        'text' in block.resource ? block.resource.text.length : block.resource.blob.length;
      return { name: shortName(uri), detail: `text, ${length} characters`, path: pathOf(uri) };
    }
    case 'resource_link':
      return { name: block.name, detail: 'a link', path: pathOf(block.uri) };
    case 'image':
    case 'audio':
      return { name: block.type, detail: block.mimeType, path: undefined };
  }
}

function pathOf(uri: string): string | undefined {
  try {
    const url = new URL(uri);
    url.hash = '';
    return url.protocol === 'file:' ? fileURLToPath(url) : undefined;
  } catch {
    return undefined; // Not a valid URI: the attachment has no path.
  }
}

function shortName(uri: string): string {
  return decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1)) || uri;
}
