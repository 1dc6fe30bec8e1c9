import { blockTexts } from '../history/entryText.ts';
import type { SessionRecord } from '../journal/sessionRecord.ts';
import { draftAsMarkdown } from '../prompt/draft.ts';
import type {
  Entry,
  PermissionEntry,
  RejectedFile,
  ToolContent,
  ToolEntry,
  TurnEndReason,
} from '../session/entry.ts';
import type { TerminalView } from '../session/transcript.ts';
import { unifiedDiff } from '../text/unifiedDiff.ts';

/** A piece of a session as it is written for people, in whichever format. */
export type ExportPart =
  | { readonly kind: 'said'; readonly who: 'You' | 'Agent' | 'Thought'; readonly text: string }
  | {
      readonly kind: 'done';
      readonly title: string;
      /** What belongs to it: the command, its output, a diff. */
      readonly blocks: readonly ExportBlock[];
    }
  | { readonly kind: 'plan'; readonly items: readonly string[] }
  | { readonly kind: 'note'; readonly text: string };

/** What stands above an exported session. */
export interface ExportHead {
  readonly title: string;
  readonly agentName: string;
  readonly createdMs: number;
}

/** Text that stands as it is. */
export interface ExportBlock {
  readonly language: 'diff' | 'text' | 'sh';
  readonly text: string;
}

/** A session as parts to be written down, in the order in which things came. */
export function exportParts({ transcript }: SessionRecord): readonly ExportPart[] {
  const { entries, terminals } = transcript;
  return entries.flatMap(entry => partsOf(entry, terminals));
}

type Terminals = ReadonlyMap<string, TerminalView>;

function partsOf(entry: Entry, terminals: Terminals): readonly ExportPart[] {
  switch (entry.kind) {
    case 'user':
      return said('You', entry.draft ? draftAsMarkdown(entry.draft) : textOf(entry.blocks));
    case 'agent':
      return said('Agent', textOf(entry.blocks));
    case 'thought':
      return said('Thought', textOf(entry.blocks));
    case 'tool':
      return [{ kind: 'done', title: toolTitle(entry), blocks: toolBlocks(entry, terminals) }];
    case 'plan':
      return [{ kind: 'plan', items: entry.items.map(item => `[${item.status}] ${item.text}`) }];
    case 'permission':
      return [{ kind: 'note', text: `Permission: ${entry.title}: ${answerOf(entry)}` }];
    case 'question':
      return [{ kind: 'note', text: `Question: ${entry.message} (${entry.answer.kind})` }];
    case 'compaction':
      return [{ kind: 'note', text: `The agent shortened its memory (${entry.status}).` }];
    case 'notice':
      return [{ kind: 'note', text: [entry.title, entry.detail].filter(Boolean).join(' ') }];
    case 'rejected':
      return [{ kind: 'done', title: 'Rejected', blocks: entry.files.flatMap(rejectedBlocks) }];
    case 'turnEnd':
      return entry.reason === 'end_turn' ? [] : [{ kind: 'note', text: ENDED[entry.reason] }];
  }
}

const said = (who: 'You' | 'Agent' | 'Thought', text: string): readonly ExportPart[] =>
  text.trim() === '' ? [] : [{ kind: 'said', who, text }];

const textOf = (blocks: Parameters<typeof blockTexts>[0]): string =>
  blockTexts(blocks).filter(Boolean).join('\n');

const toolTitle = ({ title, status, callId }: ToolEntry): string =>
  `${title || callId}${status === 'completed' ? '' : ` (${status})`}`;

function toolBlocks(
  { command, input, output, content }: ToolEntry,
  terminals: Terminals,
): readonly ExportBlock[] {
  const shown = content.flatMap(part => contentBlocks(part, terminals));
  const raw = [
    ...(command === undefined ? textBlock('text', input) : textBlock('sh', command)),
    // What the agent shows is what its raw output says, in a better form.
    ...(shown.length === 0 ? textBlock('text', output) : []),
  ];
  return [...raw, ...shown];
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

/** What was rejected, as the change it was. */
const rejectedBlocks = ({ path, hunks }: RejectedFile): readonly ExportBlock[] =>
  hunks.flatMap(({ base, wrote }) =>
    textBlock('diff', unifiedDiff(path, base.join(''), wrote.join(''))),
  );

const exitOf = ({ exit }: TerminalView): string =>
  exit === undefined ? '' : `\n[exit ${exit.code ?? exit.signal ?? 'unknown'}]`;

const textBlock = (
  language: ExportBlock['language'],
  text: string | undefined,
): readonly ExportBlock[] => (text === undefined || text === '' ? [] : [{ language, text }]);

function answerOf({ answer, choices }: PermissionEntry): string {
  return answer.kind === 'chosen'
    ? (choices.find(({ optionId }) => optionId === answer.optionId)?.name ?? answer.optionId)
    : answer.kind;
}

const ENDED: Readonly<Record<Exclude<TurnEndReason, 'end_turn'>, string>> = {
  max_tokens: 'The turn ended: the agent ran out of tokens.',
  max_turn_requests: 'The turn ended: the agent made as many requests as it may.',
  refusal: 'The agent refused to go on.',
  cancelled: 'The turn was stopped.',
  failed: 'The turn failed.',
};
