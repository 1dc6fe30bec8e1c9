import { blockTexts } from '../history/entryText.ts';
import type { SessionRecord } from '../journal/sessionRecord.ts';
import { draftToMarkdown } from '../prompt/draft.ts';
import type { Entry, RejectedFile, ToolContent, ToolEntry } from '../session/transcript/entry.ts';
import type { TerminalState } from '../session/transcript/transcript.ts';
import { getSubagentName } from '../session/transcript/subagentPatches.ts';
import { turnEndMessage } from '../session/transcript/turnEnd.ts';
import { unifiedDiff } from '../diff/unifiedDiff.ts';
import { t } from '../l10n.ts';
import {
  compactionLabel,
  permissionLabel,
  elicitationLabel,
  speakerLabel,
  planStatusLabel,
  toolLabel,
  type Speaker,
} from './exportStrings.ts';

/** A part of an exported session, independent of the format. */
export type ExportPart =
  | {
      readonly kind: 'said';
      readonly who: Speaker;
      /** The localized name of the speaker. */
      readonly name: string;
      readonly text: string;
    }
  | {
      readonly kind: 'done';
      readonly title: string;
      /** Command, output and diffs. */
      readonly blocks: readonly ExportBlock[];
    }
  | { readonly kind: 'plan'; readonly items: readonly string[] }
  | { readonly kind: 'note'; readonly text: string };

/** The header of an exported session. */
export interface ExportHeader {
  readonly title: string;
  readonly agentName: string;
  readonly createdMs: number;
}

/** Preformatted text. */
export interface ExportBlock {
  readonly language: 'diff' | 'text' | 'sh';
  readonly text: string;
}

/** Converts a session to parts, in order. */
export function exportParts({ transcript }: SessionRecord): readonly ExportPart[] {
  const { entries, terminals } = transcript;
  return entries.flatMap(entry =>
    partsOf(entry, terminals, getSubagentName(transcript, entry.parentId)),
  );
}

type Terminals = ReadonlyMap<string, TerminalState>;

/** `subagentName` is that of the sub-agent that the entry belongs to. */
function partsOf(
  entry: Entry,
  terminals: Terminals,
  subagentName: string | undefined,
): readonly ExportPart[] {
  switch (entry.kind) {
    case 'user':
      return messagePart('you', entry.draft ? draftToMarkdown(entry.draft) : textOf(entry.blocks));
    case 'agent':
      return messagePart('agent', textOf(entry.blocks), subagentName);
    case 'thought':
      return messagePart('thought', textOf(entry.blocks), subagentName);
    case 'tool':
      return [{ kind: 'done', title: toolTitle(entry), blocks: toolBlocks(entry, terminals) }];
    case 'subagent':
      return [{ kind: 'note', text: t('Sub-agent: {0}', entry.name) }];
    case 'plan':
      return [
        {
          kind: 'plan',
          items: entry.items.map(item => `[${planStatusLabel(item.status)}] ${item.text}`),
        },
      ];
    case 'permission':
      return [{ kind: 'note', text: permissionLabel(entry) }];
    case 'question':
      return [{ kind: 'note', text: elicitationLabel(entry.message, entry.answer) }];
    case 'compaction':
      return [{ kind: 'note', text: compactionLabel(entry.status) }];
    case 'notice':
      return [{ kind: 'note', text: [entry.title, entry.detail].filter(Boolean).join(' ') }];
    case 'rejected':
      return [{ kind: 'done', title: t('Rejected'), blocks: entry.files.flatMap(rejectedBlocks) }];
    case 'turnEnd': {
      const text = turnEndMessage(entry.reason);
      return text === undefined ? [] : [{ kind: 'note', text }];
    }
  }
}

const messagePart = (who: Speaker, text: string, name = speakerLabel(who)): readonly ExportPart[] =>
  text.trim() === '' ? [] : [{ kind: 'said', who, name, text }];

const textOf = (blocks: Parameters<typeof blockTexts>[0]): string =>
  blockTexts(blocks).filter(Boolean).join('\n');

const toolTitle = ({ title, status, callId }: ToolEntry): string =>
  toolLabel(title || callId, status);

function toolBlocks(
  { command, input, output, content }: ToolEntry,
  terminals: Terminals,
): readonly ExportBlock[] {
  const shownBlocks = content.flatMap(part => contentBlocks(part, terminals));
  const raw = [
    ...(command === undefined ? textBlock('text', input) : textBlock('sh', command)),
    // The content of a call shows the raw output in a better form.
    ...(shownBlocks.length === 0 ? textBlock('text', output) : []),
  ];
  return [...raw, ...shownBlocks];
}

function contentBlocks(content: ToolContent, terminals: Terminals): readonly ExportBlock[] {
  switch (content.kind) {
    case 'block':
      return textBlock('text', textOf([content.block]));
    case 'diff':
      return textBlock('diff', unifiedDiff(content.path, content.oldText ?? '', content.newText));
    case 'terminal': {
      const terminal = terminals.get(content.terminalId);
      return terminal
        ? textBlock('sh', `$ ${terminal.command}\n${terminal.output}${exitOf(terminal)}`)
        : [];
    }
  }
}

/** Rejected changes as diffs. */
const rejectedBlocks = ({ path, hunks }: RejectedFile): readonly ExportBlock[] =>
  hunks.flatMap(({ base, wrote }) =>
    textBlock('diff', unifiedDiff(path, base.join(''), wrote.join(''))),
  );

const exitOf = ({ exit }: TerminalState): string =>
  exit === undefined ? '' : `\n[${t('exit code {0}', exit.code ?? exit.signal ?? '?')}]`;

const textBlock = (
  language: ExportBlock['language'],
  text: string | undefined,
): readonly ExportBlock[] => (text === undefined || text === '' ? [] : [{ language, text }]);
