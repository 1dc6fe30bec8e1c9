import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { Entry } from '../session/transcript/entry.ts';
import { draftToMarkdown } from '../prompt/draft.ts';

/** Renders a conversation as Markdown for another agent: the messages, and the tool calls in short. */
export function transcriptToMarkdown(title: string, entries: readonly Entry[]): string {
  const parts = entries.map(entryText).filter(text => text !== '');
  return `# ${title}\n\n${parts.join('\n\n')}\n`;
}

function entryText(entry: Entry): string {
  switch (entry.kind) {
    case 'user':
      return `## You\n\n${entry.draft ? draftToMarkdown(entry.draft) : blocksText(entry.blocks)}`;
    case 'agent':
      if (entry.parentId !== undefined) {
        return ''; // The agent has passed on what matters of its sub-agents.
      }
      return `## Agent\n\n${blocksText(entry.blocks)}`;
    case 'tool':
      return `- ${entry.title}${entry.status === 'completed' ? '' : ` (${entry.status})`}`;
    case 'subagent':
      return `- ${entry.name}`;
    case 'plan':
      return entry.items
        .map(item => `- [${item.status === 'completed' ? 'x' : ' '}] ${item.text}`)
        .join('\n');
    case 'compaction':
      return blocksText(entry.blocks);
    case 'thought':
    case 'permission':
    case 'question':
    case 'notice':
    case 'rejected':
    case 'turnEnd':
      return '';
  }
}

const blocksText = (blocks: readonly ContentBlock[]): string => blocks.map(blockText).join('');

function blockText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'resource_link':
      return `[${block.name}](${block.uri})`;
    case 'resource':
      return `[${block.resource.uri}](${block.resource.uri})`;
    case 'image':
    case 'audio':
      return `(${block.type})`;
  }
}
