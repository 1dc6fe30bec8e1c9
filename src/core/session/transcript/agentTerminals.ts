import type { ToolCallUpdate } from '@agentclientprotocol/sdk';
import {
  asBoolean,
  asNumber,
  asRecord,
  asString,
  optionalField,
  type JsonObject,
} from '../../json.ts';
import { commandFromInput } from './toolCall.ts';
import type { TranscriptPatch, TerminalState, Transcript } from './transcript.ts';

/**
 * Claude, Codex and others run commands themselves and report them in the `_meta` of a tool call: a terminal that we did not
 * create, and whose output may arrive before its announcement.
 */
export function terminalPatches(
  transcript: Transcript,
  update: ToolCallUpdate,
): readonly TranscriptPatch[] {
  const reported = parseTerminalMeta(update);
  const id = [reported.info, reported.output, reported.exit]
    .map(part => asString(part?.['terminal_id']))
    .find(found => found !== undefined);
  if (id === undefined) {
    return [];
  }
  const before = transcript.terminals.get(id);
  const text = asString(reported.output?.['data']);
  if (before && text !== undefined && !reported.info && !reported.exit) {
    return [{ kind: 'terminalGrew', id, text }];
  }
  return [
    { kind: 'terminal', terminal: terminalAfter(before ?? newTerminal(id), update, reported) },
  ];
}

interface TerminalMeta {
  readonly info: JsonObject | undefined;
  readonly output: JsonObject | undefined;
  readonly exit: JsonObject | undefined;
}

function parseTerminalMeta({ _meta: meta }: ToolCallUpdate): TerminalMeta {
  return {
    info: asRecord(meta?.['terminal_info']),
    output: asRecord(meta?.['terminal_output'] ?? meta?.['terminal_output_delta']),
    exit: asRecord(meta?.['terminal_exit']),
  };
}

const newTerminal = (id: string): TerminalState => ({ id, command: '', output: '', cut: false });

function terminalAfter(
  before: TerminalState,
  update: ToolCallUpdate,
  reported: TerminalMeta,
): TerminalState {
  const info = reported.info ?? {};
  const command = asString(info['command']) ?? commandFromInput(update.rawInput) ?? before.command;
  return {
    ...before,
    command: command === '' ? (update.title ?? '') : command,
    ...optionalField('cwd', asString(info['cwd'])),
    ...optionalField('canStop', asBoolean(info['can_stop'])),
    output:
      before.output + (asString(reported.output?.['data']) ?? '') ||
      aggregatedOutput(update, reported),
    ...(reported.exit ? { exit: exitOf(reported.exit) } : {}),
  };
}

/** Zed's Codex adapter reports the output of a short command only in the raw output of the call. */
function aggregatedOutput({ rawOutput }: ToolCallUpdate, { exit }: TerminalMeta): string {
  return (exit && asString(asRecord(rawOutput)?.['aggregated_output'])) ?? '';
}

const exitOf = (
  exit: JsonObject,
): { readonly code: number | null; readonly signal: string | null } => ({
  code: asNumber(exit['exit_code']) ?? null,
  signal: asString(exit['signal']) ?? null,
});
