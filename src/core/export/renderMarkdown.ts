import { codeFence } from '../text/codeFence.ts';
import type { ExportHeader, ExportPart } from './exportParts.ts';

export function renderMarkdown(head: ExportHeader, parts: readonly ExportPart[]): string {
  const date = new Date(head.createdMs).toISOString().slice(0, 10);
  return [
    `# ${oneLine(head.title)}`,
    `${head.agentName}, ${date}`,
    ...parts.map(partText),
    '',
  ].join('\n\n');
}

function partText(part: ExportPart): string {
  switch (part.kind) {
    case 'said':
      return part.who === 'thought' ? quoted(part.text) : `## ${part.name}\n\n${part.text.trim()}`;
    case 'done':
      return [
        `**${oneLine(part.title)}**`,
        ...part.blocks.map(({ text, language }) => codeFence(text, language)),
      ].join('\n\n');
    case 'plan':
      return part.items.map(item => `- ${oneLine(item)}`).join('\n');
    case 'note':
      return `_${oneLine(part.text)}_`;
  }
}

const quoted = (text: string): string =>
  text
    .trim()
    .split('\n')
    .map(line => `> ${line}`)
    .join('\n');

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
