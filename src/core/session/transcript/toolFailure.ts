import { asNumber, asRecord, asString, parseJson, type JsonObject } from '../../json.ts';
import { visibleLine } from '../../text/visibleLine.ts';
import type { ToolContent, ToolEntry } from './entry.ts';
import type { TerminalState } from './transcript.ts';

type Terminals = ReadonlyMap<string, TerminalState>;

/** Why a tool call failed, as far as the agent says it. */
export interface ToolFailure {
  readonly exit?: NonNullable<TerminalState['exit']>;
  /** One line of its output; may be empty. */
  readonly line: string;
}

const LINE_LIMIT_CHARS = 200;
/** The part of a long text that is searched for its first or last line. */
const SEARCHED_CHARS = 4_000;

/** Whether a call failed, or one of its commands did. */
export const isFailedTool = (tool: ToolEntry, terminals: Terminals): boolean =>
  tool.status === 'failed' || (isOver(tool) && failedTerminal(tool, terminals) !== undefined);

/** Why a call failed: the exit of its command, and the last line of the output, or the first line of a message. */
export function getToolFailure(tool: ToolEntry, terminals: Terminals): ToolFailure | undefined {
  if (!isFailedTool(tool, terminals)) {
    return undefined;
  }
  const terminal = failedTerminal(tool, terminals) ?? terminalsOf(tool, terminals).at(-1);
  if (terminal) {
    const { exit, output } = terminal;
    return { ...(exit ? { exit } : {}), line: edgeLine(output, 'last') };
  }
  const raw = parseRaw(tool.output);
  const code = asNumber(raw?.['exit_code']) ?? asNumber(raw?.['exitCode']);
  const edge = code !== undefined || tool.toolKind === 'execute' ? 'last' : 'first';
  const shown = tool.content.map(textOf).join('\n');
  return {
    ...(code === undefined ? {} : { exit: { code, signal: null } }),
    line: edgeLine(shown.trim() === '' ? rawText(tool.output, raw) : shown, edge),
  };
}

const isOver = ({ status }: ToolEntry): boolean => status === 'completed';

const terminalsOf = ({ content }: ToolEntry, terminals: Terminals): readonly TerminalState[] =>
  content.flatMap(part => {
    const terminal = part.kind === 'terminal' ? terminals.get(part.terminalId) : undefined;
    return terminal ? [terminal] : [];
  });

const failedTerminal = (tool: ToolEntry, terminals: Terminals): TerminalState | undefined =>
  terminalsOf(tool, terminals).find(
    ({ exit }) => exit && (exit.signal !== null || (exit.code ?? 0) !== 0),
  );

const textOf = (part: ToolContent): string =>
  part.kind === 'block' && part.block.type === 'text' ? part.block.text : '';

/** The output as JSON, if it is: it may have been cut. */
const parseRaw = (output: string | undefined): JsonObject | undefined =>
  output?.startsWith('{') ? asRecord(parseJson(output)) : undefined;

/** The text in a raw output, under one of the names that agents use. */
function rawText(output: string | undefined, raw: JsonObject | undefined): string {
  const names = ['stderr', 'formatted_output', 'aggregated_output', 'output', 'stdout'];
  const found = ['error', 'message', ...names].map(name => asString(raw?.[name]));
  return found.find(text => text?.trim()) ?? (raw ? '' : (output ?? ''));
}

/** The first or last line that says something, without escape sequences and the fences of a code block. */
function edgeLine(text: string, edge: 'first' | 'last'): string {
  const part = edge === 'first' ? text.slice(0, SEARCHED_CHARS) : text.slice(-SEARCHED_CHARS);
  const lines = part
    .replaceAll(ESCAPE_SEQUENCE, '')
    .split(/[\r\n]+/)
    .map(line => line.replaceAll(TAG, '').trim())
    .filter(line => line !== '' && !line.startsWith('```'));
  return visibleLine((edge === 'first' ? lines[0] : lines.at(-1)) ?? '', LINE_LIMIT_CHARS);
}

// oxlint-disable-next-line no-control-regex -- the escape character introduces the sequences
const ESCAPE_SEQUENCE = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?)/g;
/** Claude wraps errors in such tags. */
const TAG = /<\/?(?:tool_use_)?error>/g;
