import type { ContentBlock } from '@agentclientprotocol/sdk';
import { draftToMarkdown } from '../prompt/draft.ts';
import type {
  Entry,
  PermissionEntry,
  RejectedFile,
  ToolContent,
  ToolEntry,
} from '../session/transcript/entry.ts';
import type { Transcript } from '../session/transcript/transcript.ts';

/** The searchable text of an entry. */
export function entryText(entry: Entry, terminals: Transcript['terminals']): string {
  switch (entry.kind) {
    case 'user':
      return joined([entry.draft ? draftToMarkdown(entry.draft) : '', ...blockTexts(entry.blocks)]);
    case 'agent':
    case 'thought':
      return joined(blockTexts(entry.blocks));
    case 'tool':
      return joined([entry.title, entry.name, entry.output, ...callTexts(entry, terminals)]);
    case 'subagent':
      return joined([entry.name, entry.description, entry.error]);
    case 'permission':
      return joined([entry.title, ...callTexts(entry, terminals)]);
    case 'plan':
      return joined(entry.items.map(({ text }) => text));
    case 'question':
      return joined([entry.message, entry.ask.kind === 'url' ? entry.ask.url : '']);
    case 'compaction':
      return joined([entry.error, ...blockTexts(entry.blocks)]);
    case 'notice':
      return joined([entry.title, entry.detail]);
    case 'rejected':
      return joined(entry.files.flatMap(rejectedTexts));
    case 'turnEnd':
      return '';
  }
}

/** The text of content blocks; images and audio have none. */
export const blockTexts = (blocks: readonly ContentBlock[]): readonly string[] =>
  blocks.map(blockText);

function blockText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'resource':
      return 'text' in block.resource
        ? `${block.resource.uri}\n${block.resource.text}`
        : block.resource.uri;
    case 'resource_link':
      return `${block.name}\n${block.uri}`;
    case 'image':
    case 'audio':
    default:
      return ''; // Images, audio, and blocks of unknown types.
  }
}

function callTexts(
  { command, input, content, locations }: ToolEntry | PermissionEntry,
  terminals: Transcript['terminals'],
): readonly (string | undefined)[] {
  return [
    command,
    input,
    ...locations.map(({ path }) => path),
    ...content.flatMap(part => contentTexts(part, terminals)),
  ];
}

function contentTexts(
  content: ToolContent,
  terminals: Transcript['terminals'],
): readonly (string | undefined)[] {
  switch (content.kind) {
    case 'block':
      return [blockText(content.block)];
    case 'diff':
      return [content.path, content.oldText, content.newText];
    case 'terminal': {
      const terminal = terminals.get(content.terminalId);
      return [terminal?.command, terminal?.output];
    }
  }
}

const rejectedTexts = ({ path, hunks }: RejectedFile): readonly string[] => [
  path,
  ...hunks.map(({ wrote }) => wrote.join('')),
];

const joined = (texts: readonly (string | undefined)[]): string => texts.filter(Boolean).join('\n');
