import type { ToolCallUpdate } from '@agentclientprotocol/sdk';
import { asNumber, asRecord, asString, type JsonObject } from '../../json.ts';
import { commandFromInput } from './toolCall.ts';
import type { TranscriptPatch, TerminalState, Transcript } from './transcript.ts';

/**
 * Claude, Codex and others run commands themselves and tell of them in a tool call's `_meta`: a terminal we never
 * made, whose output may come before the word that it exists.
 */
export function terminalPatches(
  transcript: Transcript,
  update: ToolCallUpdate,
): readonly TranscriptPatch[] {
  const told = toldOf(update);
  const id = [told.info, told.output, told.exit]
    .map(part => asString(part?.['terminal_id']))
    .find(found => found !== undefined);
  if (id === undefined) {
    return [];
  }
  const before = transcript.terminals.get(id);
  const text = asString(told.output?.['data']);
  if (before && text !== undefined && !told.info && !told.exit) {
    return [{ kind: 'terminalGrew', id, text }];
  }
  return [{ kind: 'terminal', terminal: terminalAfter(before ?? newTerminal(id), update, told) }];
}

interface Told {
  readonly info: JsonObject | undefined;
  readonly output: JsonObject | undefined;
  readonly exit: JsonObject | undefined;
}

function toldOf({ _meta: meta }: ToolCallUpdate): Told {
  return {
    info: asRecord(meta?.['terminal_info']),
    output: asRecord(meta?.['terminal_output'] ?? meta?.['terminal_output_delta']),
    exit: asRecord(meta?.['terminal_exit']),
  };
}

const newTerminal = (id: string): TerminalState => ({ id, command: '', output: '', cut: false });

function terminalAfter(before: TerminalState, update: ToolCallUpdate, told: Told): TerminalState {
  const cwd = asString(told.info?.['cwd']);
  const command = commandFromInput(update.rawInput) ?? before.command;
  return {
    ...before,
    command: command === '' ? (update.title ?? '') : command,
    ...(cwd === undefined ? {} : { cwd }),
    output: before.output + (asString(told.output?.['data']) ?? '') || lastWords(update, told),
    ...(told.exit ? { exit: exitOf(told.exit) } : {}),
  };
}

/** Zed's Codex tells what a quick command printed only in the raw output of its call. */
function lastWords({ rawOutput }: ToolCallUpdate, { exit }: Told): string {
  return (exit && asString(asRecord(rawOutput)?.['aggregated_output'])) ?? '';
}

const exitOf = (
  exit: JsonObject,
): { readonly code: number | null; readonly signal: string | null } => ({
  code: asNumber(exit['exit_code']) ?? null,
  signal: asString(exit['signal']) ?? null,
});
